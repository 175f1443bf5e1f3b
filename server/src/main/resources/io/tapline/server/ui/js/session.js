// Who is signed in, and what they may do. What they may not do is not offered; the server refuses it anyway.

/** Which roles may do what: as the server has it. */
const MAY = {
  work: ["worker_service", "worker_human", "admin"],
  operate: ["operator", "admin"],
  administer: ["admin"],
};

export const session = { me: null };

export function may(what) {
  const roles = session.me?.roles ?? [];
  return MAY[what].some((role) => roles.includes(role));
}
