// What the last hour of a queue, minute by minute, tells that its figures of this moment do not. Pure functions of points.

/** So many minutes are "now"; what came before them within the hour is what they are held against. */
export const NOW_MINUTES = 10;
const BEHIND_MINUTES = 30;
/** Minutes in which no server looked are left out; with fewer than so many looks nothing is said. */
const LEAST_LOOKS = 5;

const measured = (points) => points.filter((point) => point.depth != null);
const sum = (points, name) => points.reduce((total, point) => total + (point[name] ?? 0), 0);

/** The oldest wait at the beginning and at the end, when it rose from each look to the next while work was there throughout. */
function rise(points) {
  const looks = measured(points);
  const ages = looks.map((point) => point.oldest_age_seconds);
  const rising = ages.every((age, i) => age != null && looks[i].depth > 0 && (i === 0 || age > ages[i - 1]));
  return looks.length >= LEAST_LOOKS && rising ? { from: ages[0], to: ages.at(-1) } : null;
}

/** Nothing has ended well for minutes, and the oldest work gets older: { from, to } in seconds, or null. */
export function stalled(points) {
  const recent = points.slice(-NOW_MINUTES);
  return sum(recent, "completed") === 0 ? rise(recent) : null;
}

/** Work is done, but more slowly than it comes: the oldest wait and the depth have both doubled in half an hour. */
export function fallingBehind(points) {
  const looks = measured(points.slice(-BEHIND_MINUTES));
  if (looks.length < BEHIND_MINUTES / 2) {
    return null;
  }
  const [first, last] = [looks[0], looks.at(-1)];
  const from = first.oldest_age_seconds ?? 0;
  const grown = last.depth >= 2 * Math.max(1, first.depth) && last.oldest_age_seconds >= Math.max(2 * from, NOW_MINUTES * 60);
  return grown ? { from, to: last.oldest_age_seconds } : null;
}

const LEAST_FAILURES = 3;
const LEAST_BEFORE = 10;

/** More attempts fail than in the hour before: twice the share and a tenth of all more. { now, before } as shares and how many a minute, or null. */
export function failingMore(points) {
  const share = (some) => sum(some, "failed") / Math.max(1, sum(some, "failed") + sum(some, "completed"));
  const recent = points.slice(-NOW_MINUTES);
  const earlier = points.slice(0, -NOW_MINUTES);
  if (sum(recent, "failed") < LEAST_FAILURES || sum(earlier, "failed") + sum(earlier, "completed") < LEAST_BEFORE) {
    return null;
  }
  const [now, before] = [share(recent), share(earlier)];
  return now >= 2 * before && now - before >= 0.1 ? { now, before, perMinute: sum(recent, "failed") / NOW_MINUTES } : null;
}

/** How long work of this queue had usually waited when it was claimed, before these last minutes; null when none was. */
export function usualWait(points) {
  const waits = points.slice(0, -NOW_MINUTES).map((point) => point.p95_wait_seconds).filter((wait) => wait != null).sort((a, b) => a - b);
  return waits.length ? waits[Math.floor(waits.length / 2)] : null;
}
