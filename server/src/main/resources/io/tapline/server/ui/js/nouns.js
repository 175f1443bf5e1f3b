// The word for a job: the noun that a pack defines for its template, otherwise "job". A queue, a job and an item of a list
// contain the noun; an object without one is a job.

export const one = (holder) => holder?.noun?.one ?? "job";
export const many = (holder) => holder?.noun?.many ?? "jobs";

/** The first letter of a text in upper case. */
export const titled = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** A holder of the noun that all items have in common; null if they have none. */
export function common(items) {
  const [first] = items;
  return first?.noun && items.every((item) => one(item) === one(first)) ? first : null;
}
