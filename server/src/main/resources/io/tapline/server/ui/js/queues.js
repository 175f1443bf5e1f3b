// All queues with their figures, and what about them needs a person.
import { get } from "./api.js";
import { count, duration, percent } from "./format.js";

const PAGE = 200;
const MOST = 2000;

export async function allQueues(signal) {
  const queues = [];
  let cursor = null;
  do {
    const page = await get("queues", { limit: PAGE, cursor }, signal);
    queues.push(...page.items);
    cursor = page.next_cursor;
  } while (cursor && queues.length < MOST);
  return queues;
}

const MANY_FAIL = 0.2;
const LONG_WAIT_SECONDS = 3600;

/** What is wrong with a queue, the worst first; empty when nothing is. Each has a weight, a colour and a sentence; a figure is
 * one that a table of queues has a column for. */
export function concernsOf(queue) {
  const found = [];
  const waiting = queue.queue_depth > 0;
  if (waiting && queue.worker_online_count === 0) {
    found.push(
      queue.manual_only
        ? [35, "blue", `${count(queue.queue_depth)} waiting for people`]
        : [100, "red", `${count(queue.queue_depth)} waiting, no worker online`],
    );
  }
  if (!queue.enabled) {
    found.push([30, "grey", queue.disabled_reason ? `disabled: ${queue.disabled_reason}` : "disabled"]);
  }
  if (queue.failure_rate >= MANY_FAIL) {
    found.push([60 + 20 * queue.failure_rate, "red", `${percent(queue.failure_rate)} of attempts fail`]);
  }
  if (waiting && queue.worker_online_count > 0 && queue.oldest_job_age_seconds > LONG_WAIT_SECONDS) {
    const stuck = queue.throughput_success_per_minute === 0;
    found.push([
      stuck ? 70 : 40,
      stuck ? "red" : "amber",
      `oldest waits ${duration(queue.oldest_job_age_seconds)}${stuck ? ", nothing finishes" : ""}`,
    ]);
  }
  if (queue.dead_letter_count > 0) {
    found.push([20, "amber", `${count(queue.dead_letter_count)} dead ${queue.dead_letter_count === 1 ? "letter" : "letters"}`, true]);
  }
  return found.sort((a, b) => b[0] - a[0]).map(([weight, colour, text, figure = false]) => ({ weight, colour, text, figure }));
}

export const weightOf = (queue) => concernsOf(queue)[0]?.weight ?? 0;
