// The time as the server's database has it: leases and ages are judged by that clock, not by this machine's.

let ahead = 0;
let exact = false;

/** A time that the database read just now. */
export function databaseSaid(iso) {
  if (iso) {
    ahead = Date.parse(iso) - Date.now();
    exact = true;
  }
}

/** The Date header: good to a second, and only for want of better. */
export function serverSaid(header) {
  if (header && !exact) {
    const difference = Date.parse(header) - Date.now();
    ahead = Math.abs(difference) > 2000 ? difference : 0;
  }
}

export const now = () => Date.now() + ahead;
