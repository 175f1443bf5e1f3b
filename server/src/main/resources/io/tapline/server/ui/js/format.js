// Numbers and times as text for people.
import { now } from "./clock.js";

const whole = new Intl.NumberFormat();
const one = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });
const clockTime = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" });
const dayTime = new Intl.DateTimeFormat(undefined, {
  year: "numeric", month: "short", day: "numeric", hour: "2-digit", minute: "2-digit", hourCycle: "h23",
});
const dayOnly = new Intl.DateTimeFormat(undefined, { weekday: "short", year: "numeric", month: "short", day: "numeric" });

export const count = (value) => (value == null ? "–" : whole.format(value));
export const rate = (value) => (value == null ? "–" : one.format(value));
export const percent = (value) => (value == null ? "–" : `${Math.round(value * 100)} %`);

/** 42s, 3m 12s, 2h 5m, 4d 3h. */
export function duration(seconds) {
  if (seconds == null || Number.isNaN(seconds)) {
    return "–";
  }
  const total = Math.max(0, Math.round(seconds));
  if (total < 60) return `${total}s`;
  if (total < 3600) return `${Math.floor(total / 60)}m ${total % 60}s`;
  if (total < 86_400) return `${Math.floor(total / 3600)}h ${Math.floor((total % 3600) / 60)}m`;
  return `${Math.floor(total / 86_400)}d ${Math.floor((total % 86_400) / 3600)}h`;
}

/** A duration; below ten seconds with one decimal. */
export const took = (seconds) => (seconds != null && seconds < 9.95 ? `${Math.max(0, seconds).toFixed(1)}s` : duration(seconds));

export const secondsSince = (iso) => (now() - Date.parse(iso)) / 1000;
export const secondsUntil = (iso) => -secondsSince(iso);

/** Small queues are counted on every read, deep ones periodically. */
export const countedNow = (queue) => Math.max(queue.queue_depth, queue.paused_depth ?? 0) <= 10_000;

/** The count of a deep queue may be older than the other values. */
const OLD_COUNT_SECONDS = 10;
export const countIsOld = (queue) => !countedNow(queue) && secondsSince(queue.computed_at) > OLD_COUNT_SECONDS;

/** 2026-11-15 08:00:31 UTC: unambiguous in every time zone. */
export const utc = (iso) => `${new Date(iso).toISOString().slice(0, 19).replace("T", " ")} UTC`;

export const clock = (iso) => clockTime.format(new Date(iso));
export const dateTime = (iso) => dayTime.format(new Date(iso));
export const day = (iso) => dayOnly.format(new Date(iso));

/** data/execution/task/1.0 → task */
export const kind = (templateCode) => templateCode?.split("/").at(-2)?.replaceAll("_", " ") ?? "–";

/** place_execution_hold → Place execution hold */
export function sentence(words) {
  const text = String(words ?? "").replaceAll("_", " ").toLowerCase();
  return (text.charAt(0).toUpperCase() + text.slice(1)).replaceAll(/\bqc\b/gi, "QC");
}
