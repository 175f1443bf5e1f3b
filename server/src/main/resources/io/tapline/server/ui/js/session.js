// The signed-in user and their permissions. Actions without permission are not shown; the server refuses them anyway.

/** The roles that may run each action, as on the server. */
const MAY = {
  work: ["worker_human", "operator", "admin"],
  operate: ["operator", "admin"],
  produce: ["worker_service", "operator", "admin"],
  administer: ["admin"],
};

export const session = { me: null };

const LEFT = "tapline.signed-out";

/** Whether the last user of this browser signed out. */
export function leftHere() {
  try {
    return localStorage.getItem(LEFT) !== null;
  } catch {
    return false;
  }
}

/** Stores the sign-out until the next sign-in. */
export function noteLeft(left) {
  try {
    if (left) {
      localStorage.setItem(LEFT, "yes");
    } else {
      localStorage.removeItem(LEFT);
    }
  } catch {
    // Without storage the provider is used directly, which may still have a session of the last user.
  }
}

export function may(what) {
  const roles = session.me?.roles ?? [];
  return MAY[what].some((role) => roles.includes(role));
}
