// Who is signed in, and what they may do. What they may not do is not offered; the server refuses it anyway.

/** Which roles may do what: as the server has it. */
const MAY = {
  work: ["worker_human", "operator", "admin"],
  operate: ["operator", "admin"],
  produce: ["worker_service", "operator", "admin"],
  administer: ["admin"],
};

export const session = { me: null };

const LEFT = "tapline.signed-out";

/** Whether the last person at this browser signed out. */
export function leftHere() {
  try {
    return localStorage.getItem(LEFT) !== null;
  } catch {
    return false;
  }
}

/** Remembers it, until somebody is in again. */
export function noteLeft(left) {
  try {
    if (left) {
      localStorage.setItem(LEFT, "yes");
    } else {
      localStorage.removeItem(LEFT);
    }
  } catch {
    // A browser that keeps nothing asks its provider, which may still know the last one.
  }
}

export function may(what) {
  const roles = session.me?.roles ?? [];
  return MAY[what].some((role) => roles.includes(role));
}
