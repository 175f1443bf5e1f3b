// What about a queue needs a person, in words.
import { count, duration, percent } from "./format.js";
import { NOW_MINUTES, failingMore, fallingBehind, stalled } from "./trends.js";

const MANY_FAIL = 0.2;
const LONG_WAIT_SECONDS = 3600;

/**
 * What is wrong with a queue, the worst first; empty when nothing is. Each has a weight, a colour and a sentence; a figure is one
 * that a table of queues has a column for.
 *
 * @param points the queue's last hour, minute by minute; empty while it is not known
 */
export function concernsOf(queue, points = []) {
  return [coverage(queue), switchedOff(queue), failures(queue, points), waits(queue, points), deadLetters(queue)]
    .filter((found) => found !== null)
    .sort((a, b) => b[0] - a[0])
    .map(([weight, colour, text, figure = false]) => ({ weight, colour, text, figure }));
}

export const weightOf = (queue, points) => concernsOf(queue, points)[0]?.weight ?? 0;

function coverage(queue) {
  if (queue.queue_depth === 0 || queue.worker_online_count > 0) {
    return null;
  }
  return queue.manual_only
    ? [35, "blue", `${count(queue.queue_depth)} waiting for people`]
    : [100, "red", `${count(queue.queue_depth)} waiting, no worker online`];
}

function switchedOff(queue) {
  return queue.enabled ? null : [30, "grey", queue.disabled_reason ? `disabled: ${queue.disabled_reason}` : "disabled"];
}

function failures(queue, points) {
  const more = failingMore(points);
  if (more) {
    return [65 + 20 * more.now, "red", `${percent(more.now)} of attempts failed in ${NOW_MINUTES} minutes, ${percent(more.before)} in the hour before`];
  }
  return queue.failure_rate >= MANY_FAIL ? [60 + 20 * queue.failure_rate, "red", `${percent(queue.failure_rate)} of attempts fail`] : null;
}

/** Without a worker the wait has a cause already. */
function waits(queue, points) {
  if (queue.queue_depth === 0 || queue.worker_online_count === 0) {
    return null;
  }
  const stuck = stalled(points);
  if (stuck) {
    const grew = `oldest wait grew from ${duration(stuck.from)} to ${duration(stuck.to)}, nothing finished`;
    return queue.active_leases > 0 ? [50, "amber", `${grew}, ${count(queue.active_leases)} in work`] : [75, "red", grew];
  }
  const behind = fallingBehind(points);
  if (behind) {
    return [45, "amber", `falls behind: oldest wait grew from ${duration(behind.from)} to ${duration(behind.to)}`];
  }
  if (queue.oldest_job_age_seconds <= LONG_WAIT_SECONDS) {
    return null;
  }
  return queue.throughput_success_per_minute === 0
    ? [70, "red", `oldest waits ${duration(queue.oldest_job_age_seconds)}, nothing finishes`]
    : [40, "amber", `oldest waits ${duration(queue.oldest_job_age_seconds)}`];
}

function deadLetters(queue) {
  return queue.dead_letter_count > 0
    ? [20, "amber", `${count(queue.dead_letter_count)} dead ${queue.dead_letter_count === 1 ? "letter" : "letters"}`, true]
    : null;
}
