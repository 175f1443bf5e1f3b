// The conditions of a queue that need attention, as text.
import { count, duration, percent } from "./format.js";
import { NOW_MINUTES, failingMore, fallingBehind, stalled, usualWait } from "./trends.js";

const MANY_FAIL = 0.2;
/** With fewer failures within the interval of the metrics, no share of failures is reported. */
const FEW_FAILURES = 3;
const FIGURE_MINUTES = 5;
/** Limits of a long wait: an absolute one without a usual wait, otherwise a multiple of the usual wait with a minimum. */
const LONG_WAIT_SECONDS = 600;
const LATE_TIMES = 3;
const LEAST_WAIT_SECONDS = 120;

/**
 * The problems of a queue, the worst first; empty without any. Each has a weight, a colour and a sentence; a figure is one that
 * has a column in a table of queues. A problem that counts jobs links to their list: "waiting" or "dead".
 * @param points the last hour of the queue, minute by minute; empty while it is unknown
 */
export function concernsOf(queue, points = []) {
  return [coverage(queue), switchedOff(queue), failures(queue, points), waits(queue, points), deadLetters(queue)]
    .filter((found) => found !== null)
    .sort((a, b) => b[0] - a[0])
    .map(([weight, colour, text, leads = null]) => ({ weight, colour, text, figure: leads === "dead", leads }));
}

export const weightOf = (queue, points) => concernsOf(queue, points)[0]?.weight ?? 0;

function coverage(queue) {
  if (queue.queue_depth === 0 || queue.worker_serving_count > 0) {
    return null;
  }
  if (queue.manual_only) {
    return [30, "blue", `${count(queue.queue_depth)} waiting for a manual claim`, "waiting"];
  }
  const idle = queue.worker_online_count;
  const workers = idle ? `no worker serving, ${count(idle)} eligible` : "no eligible worker online";
  return [100, "red", `${count(queue.queue_depth)} waiting, ${workers}`, "waiting"];
}

function switchedOff(queue) {
  if (queue.enabled) {
    return null;
  }
  const wait = queue.paused_depth ? `${count(queue.paused_depth)} waiting, paused` : "paused";
  return [25, "grey", queue.disabled_reason ? `${wait}: ${queue.disabled_reason}` : wait, "waiting"];
}

/** A high share of few attempts is minor: the weight depends on the number of failures, up to one a minute, and on their share. */
const weigh = (share, perMinute) => 35 + 45 * share * Math.min(1, perMinute);

function failures(queue, points) {
  const more = failingMore(points);
  if (more) {
    return [weigh(more.now, more.perMinute), "red", `${percent(more.now)} of attempts failed in the last ${NOW_MINUTES} minutes, ${percent(more.before)} in the hour before`];
  }
  const perMinute = queue.throughput_failure_per_minute ?? 0;
  if (queue.failure_rate < MANY_FAIL || perMinute * FIGURE_MINUTES < FEW_FAILURES) {
    return null;
  }
  return [weigh(queue.failure_rate, perMinute), "red", `${percent(queue.failure_rate)} of attempts fail`];
}

/** Without a worker the wait has a cause already. */
function waits(queue, points) {
  if (queue.queue_depth === 0 || queue.worker_serving_count === 0) {
    return null;
  }
  const stuck = stalled(points);
  if (stuck) {
    const grew = `oldest wait grew from ${duration(stuck.from)} to ${duration(stuck.to)}, no job finished`;
    return queue.active_leases > 0 ? [55, "amber", `${grew}, ${count(queue.active_leases)} leased`] : [90, "red", grew];
  }
  return late(queue, points, fallingBehind(points));
}

/** Compares the age of the oldest job with the usual wait in this queue; growth adds to the weight. */
function late(queue, points, behind) {
  const age = queue.oldest_job_age_seconds ?? 0;
  const usual = usualWait(points);
  const limit = usual == null ? LONG_WAIT_SECONDS : Math.max(LEAST_WAIT_SECONDS, LATE_TIMES * usual);
  if (age <= limit && !behind) {
    return null;
  }
  const weight = 50 + Math.min(20, 5 * Math.log2(Math.max(1, age / limit)));
  if (behind) {
    return [weight + 5, "amber", `falling behind: oldest wait grew from ${duration(behind.from)} to ${duration(behind.to)}`];
  }
  if (queue.throughput_success_per_minute === 0 && queue.active_leases === 0) {
    return [weight + 15, "red", `oldest wait ${duration(age)}, no job finishes`];
  }
  return [weight, "amber", `oldest wait ${duration(age)}${usual == null ? "" : `, usually ${duration(usual)}`}`];
}

function deadLetters(queue) {
  return queue.dead_letter_count > 0
    ? [20, "amber", `${count(queue.dead_letter_count)} dead ${queue.dead_letter_count === 1 ? "letter" : "letters"}`, "dead"]
    : null;
}
