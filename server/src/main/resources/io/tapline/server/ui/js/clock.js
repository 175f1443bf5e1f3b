// The time of the database: leases and ages are computed by that clock, not by the clock of this machine.

let ahead = 0;
let exact = false;

/** Sets the clock by a time that the database has just read. */
export function setDatabaseTime(iso) {
  if (iso) {
    ahead = Date.parse(iso) - Date.now();
    exact = true;
  }
}

/** The Date header: accurate to a second, used only without a better time. */
export function setServerDate(header) {
  if (header && !exact) {
    const difference = Date.parse(header) - Date.now();
    ahead = Math.abs(difference) > 2000 ? difference : 0;
  }
}

export const now = () => Date.now() + ahead;
