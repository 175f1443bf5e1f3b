// Tables of jobs: waiting and other jobs, and leased ones, for one queue and for all queues.
import { html, nothing, repeat } from "../lit.js";
import { sentence } from "../format.js";
import { one, titled } from "../nouns.js";
import { may } from "../session.js";
import { age, fromNow, moment, queueLink, stateBadge, subjectLink, subjectNamed, timeLeft, workerLink } from "./text.js";

const ENDED = new Set(["COMPLETED", "CANCELED", "FAILED_TERMINAL"]);

/** The error of a failed job; its state contains the rest. */
function ending(item) {
  if (item.last_error_class || item.last_error) {
    return html`<span class="small break" data-error><strong>${item.last_error_class ?? ""}</strong> ${item.last_error ?? ""}</span>`;
  }
  const words = { COMPLETED: "completed", CANCELED: "cancelled", FAILED_TERMINAL: "failed without an attempt" };
  return html`<span class="muted small">${words[item.state] ?? ""}</span>`;
}

/** The reason why a job is not in its queue, or, after its end, the result. */
export function outcome(item) {
  if (ENDED.has(item.state)) {
    return ending(item);
  }
  const why = (item.state === "HELD" && item.hold_reason) || sentence(item.why);
  return html`<span class="muted small break reason" title=${why}>${why}</span>`;
}

/** The progress that the worker reported, if any. */
function progressText(progress) {
  const part = progress?.fraction == null ? nothing : html`<span class="nowrap">${Math.round(progress.fraction * 100)} %</span>`;
  return progress?.message || part !== nothing ? html`${progress.message ?? ""} ${part}` : "–";
}

/** Shown for several queues only. */
const queueHead = (several) => (several ? html`<th>Queue</th>` : nothing);
const queueCell = (several, key) => (several ? html`<td data-label="Queue" class="two">${queueLink(key)}</td>` : nothing);

/**
 * @param tab the part of a queue, which determines the last column
 * @param claim the action on a waiting job; null if nothing can be claimed
 * @param of several: whether the jobs belong to several queues; holder: an object with their noun
 */
export function subjectTable(list, picks, tab, claim, { several = false, holder = null }) {
  const waiting = tab === "waiting";
  // Held jobs have one state and no ready time.
  const held = tab === "held";
  return html`<div class="table-wrap"><table class="stack"><thead><tr>
    ${picks.head()}<th>${titled(one(holder))}</th>${queueHead(several)}${held ? nothing : html`<th>State</th>`}<th class="num">Priority</th>${held ? nothing : html`<th>${tab === "retrying" ? "Retry" : "Ready"}</th>`}<th>Due</th>
    <th class="num">Attempts spent</th><th class="num">Age</th><th>${waiting ? html`<span class="hidden-visually">Actions</span>` : tab === "terminal" ? "Result" : "Reason"}</th></tr></thead>
    <tbody>${repeat(list.items, (item) => item.subject_euid, (item, i) => html`<tr data-subject=${item.subject_euid} class=${picks.look(item)}>
      ${picks.box(item, i)}
      <td class="name">${subjectLink(item.subject_euid, item.subject_name)}<span class="sub">${one(item)} · <span class="euid">${item.subject_euid}</span></span></td>
      ${queueCell(several, item.next_queue_key)}
      ${held ? nothing : html`<td>${stateBadge(item.state)}</td>`}
      <td class="num" data-label="Priority">${item.priority}</td>
      ${held ? nothing : html`<td data-label="Ready">${moment(item.retry_at ?? item.ready_at)}</td>`}
      <td data-label="Due">${moment(item.due_at)}</td>
      <td class="num" data-label="Attempts spent">${item.attempt_count}</td>
      <td class="num" data-label="Age">${age(item.created_at)}</td>
      <td class="wide">${waiting
        ? claim && may("work") ? html`<button class="button small" type="button" @click=${() => claim(item)}>Claim</button>` : nothing
        : outcome(item)}</td>
    </tr>`)}</tbody></table></div>`;
}

export function leaseTable(list, picks, { several = false, holder = null }) {
  return html`<div class="table-wrap"><table class="stack"><thead><tr>
    ${picks.head()}<th>${titled(one(holder))}</th>${queueHead(several)}<th>State</th><th>Worker</th><th class="num">Attempt</th><th>Claimed</th><th>Last heartbeat</th><th>Progress</th><th class="num">Time left</th></tr></thead>
    <tbody>${repeat(list.items, (lease) => lease.lease_euid, (lease, i) => html`<tr class=${picks.look(lease)}>
      ${picks.box(lease, i)}
      <td class="name">${subjectNamed(lease)}<span class="sub">lease <span class="euid">${lease.lease_euid}</span></span></td>
      ${queueCell(several, lease.queue_lookup_key)}
      <td>${stateBadge(lease.subject_lookup_state)}</td>
      <td data-label="Worker">${workerLink(lease.worker_lookup_euid, lease.worker_lookup_name)}</td>
      <td class="num" data-label="Attempt">${lease.attempt_number}</td>
      <td data-label="Claimed">${moment(lease.claimed_at)}</td>
      <td data-label="Last heartbeat">${fromNow(lease.heartbeat_at ?? lease.claimed_at)}</td>
      <td data-label="Progress">${progressText(lease.progress)}</td>
      <td class="num" data-label="Time left">${timeLeft(lease.expires_at)}</td>
    </tr>`)}</tbody></table></div>`;
}
