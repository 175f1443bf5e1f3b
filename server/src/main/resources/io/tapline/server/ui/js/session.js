// The signed-in user and their permissions. Actions without permission are not shown; the server refuses them anyway.

/** The roles that may run each action, as on the server. */
const MAY = {
  work: ["worker_human", "operator", "admin"],
  operate: ["operator", "admin"],
  produce: ["worker_service", "operator", "admin"],
  administer: ["admin"],
};

export const session = { me: null };

const SIGNED_OUT = "tapline.signed-out";

/** Whether the last user of this browser signed out. */
export function wasSignedOut() {
  try {
    return localStorage.getItem(SIGNED_OUT) !== null;
  } catch {
    return false;
  }
}

/** Stores the sign-out until the next sign-in. */
export function storeSignedOut(signedOut) {
  try {
    if (signedOut) {
      localStorage.setItem(SIGNED_OUT, "yes");
    } else {
      localStorage.removeItem(SIGNED_OUT);
    }
  } catch {
    // Without storage the provider is used directly, which may still have a session of the last user.
  }
}

export function may(permission) {
  const roles = session.me?.roles ?? [];
  return MAY[permission].some((role) => roles.includes(role));
}
