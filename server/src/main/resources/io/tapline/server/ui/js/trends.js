// Trends of the last hour of a queue, minute by minute, which the current values do not show. Pure functions of points.

/** Number of minutes that count as "now"; the rest of the hour is compared with them. */
export const NOW_MINUTES = 10;
const BEHIND_MINUTES = 30;
/** Minutes without a measurement are left out; with fewer measurements than this there is no trend. */
const LEAST_MEASUREMENTS = 5;

const measured = (points) => points.filter((point) => point.depth != null);
const sum = (points, name) => points.reduce((total, point) => total + (point[name] ?? 0), 0);

/** The oldest wait at the beginning and at the end, if it rose with each measurement while there was work throughout. */
function rise(points) {
  const measurements = measured(points);
  const ages = measurements.map((point) => point.oldest_age_seconds);
  const rising = ages.every((age, i) => age != null && measurements[i].depth > 0 && (i === 0 || age > ages[i - 1]));
  return measurements.length >= LEAST_MEASUREMENTS && rising ? { from: ages[0], to: ages.at(-1) } : null;
}

/** No completion for minutes, and the oldest wait rises: { from, to } in seconds, or null. */
export function stalled(points) {
  const recent = points.slice(-NOW_MINUTES);
  return sum(recent, "completed") === 0 ? rise(recent) : null;
}

/** Jobs are completed more slowly than they arrive: the oldest wait and the depth have both doubled in half an hour. */
export function fallingBehind(points) {
  const measurements = measured(points.slice(-BEHIND_MINUTES));
  if (measurements.length < BEHIND_MINUTES / 2) {
    return null;
  }
  const [first, last] = [measurements[0], measurements.at(-1)];
  const from = first.oldest_age_seconds ?? 0;
  const grown = last.depth >= 2 * Math.max(1, first.depth) && last.oldest_age_seconds >= Math.max(2 * from, NOW_MINUTES * 60);
  return grown ? { from, to: last.oldest_age_seconds } : null;
}

const LEAST_FAILURES = 3;
const LEAST_BEFORE = 10;

/**
 * More attempts fail than in the hour before: twice the share and ten percentage points more. { now, before } as shares and
 * failures per minute, or null.
 */
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

/** The usual wait of jobs in this queue until their claim, before the last minutes; null without claims. */
export function usualWait(points) {
  const waits = points.slice(0, -NOW_MINUTES).map((point) => point.p95_wait_seconds).filter((wait) => wait != null).sort((a, b) => a - b);
  return waits.length ? waits[Math.floor(waits.length / 2)] : null;
}
