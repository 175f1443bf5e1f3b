// All queues with their metrics.
import { get } from "./api.js";

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
