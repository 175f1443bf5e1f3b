// The attempts and sessions of a worker, the newest first.
import { html, nothing, repeat } from "../lit.js";
import { count, took } from "../format.js";
import { ACTIONS } from "../words.js";
import { actorLink, card, empty, fromNow, moment, queueLink, statusBadge, subjectNamed } from "./text.js";

export function attemptsCard(page) {
  const { items } = page.attempts;
  const tally = new Map();
  items.forEach((one) => tally.set(ending(one), (tally.get(ending(one)) ?? 0) + 1));
  const order = ["STARTED", "SUCCEEDED", "FAILED_RETRYABLE", "FAILED_TERMINAL", "EXPIRED"];
  const tallies = [...tally].sort((a, b) => order.indexOf(a[0]) - order.indexOf(b[0])).map(([status, n]) => html`<span data-ended=${status}>${statusBadge(status)} ${count(n)}</span>`);
  return card(html`Claims <span class="ordered">newest first${page.attempts.next ? `, the last ${count(items.length)}` : ""}</span>`, items.length
    ? html`<div class="table-wrap"><table class="stack"><thead><tr><th>Job</th><th>Queue</th><th>Result</th><th class="num">Run time</th><th>Claimed</th><th>Ended</th></tr></thead>
      <tbody>${repeat(items, (one) => one.lease_euid, (one) => html`<tr data-lease=${one.lease_euid}>
        <td class="name">${subjectNamed(one)}<span class="sub">attempt ${one.attempt_number} · <span class="euid">${one.lease_euid}</span></span></td>
        <td data-label="Queue">${queueLink(one.queue_lookup_key)}</td>
        <td data-label="Result">${statusBadge(ending(one))}${one.error_class || one.error_message
          ? html`<span class="sub break" data-error><strong>${one.error_class ?? ""}</strong> ${one.error_message ?? ""}</span>` : nothing}</td>
        <td class="num nowrap" data-label="Run time">${one.duration_ms == null ? "–" : took(one.duration_ms / 1000)}</td>
        <td data-label="Claimed">${moment(one.claimed_at)}</td>
        <td data-label="Ended">${moment(one.finished_at)}</td>
      </tr>`)}</tbody></table></div>${page.attempts.footer(page)}`
    : empty("No claims yet"), { end: html`<span class="tally">${tallies}</span>` });
}

/** The current state or the ending. An expired lease is shown as such, whatever its attempt was. */
const ending = (one) => (one.status === "STARTED" && one.lease_status !== "ACTIVE" ? one.lease_status : one.status ?? one.lease_status);

/** Registrations, endings and administrative actions. */
export function presenceCard(worker, changes) {
  if (!changes) {
    return nothing;
  }
  const gone = worker.ended_at
    ? html`<li class="mark-grey"><span class="when">${moment(worker.ended_at)}</span><div class="entry"><div class="head"><strong>Ended cleanly</strong></div></div></li>`
    : worker.effective_status === "OFFLINE"
      ? html`<li class="mark-red"><span class="when">${moment(worker.heartbeat_at)}</span><div class="entry"><div class="head"><strong>Last heartbeat</strong> <span class="muted">${fromNow(worker.heartbeat_at)}</span></div></div></li>`
      : worker.effective_status === "RETIRED"
        ? nothing
        : html`<li class="mark-green"><span class="when">${moment(worker.heartbeat_at)}</span><div class="entry"><div class="head"><strong>Heartbeat</strong> <span class="muted">${fromNow(worker.heartbeat_at)}</span></div></div></li>`;
  return card("Presence", html`<div class="body"><ol class="timeline">${gone}
    ${repeat(changes, (one) => one.action_euid, (one) => {
      const [text, colour] = ACTIONS[one.action_key] ?? [one.action_key, ""];
      return html`<li class="mark-${colour}" data-change=${one.action_key}><span class="when">${moment(one.at)}</span>
        <div class="entry"><div class="head"><strong>${text}</strong> <span class="muted">by ${actorLink(one)}</span></div>
        ${one.reason ? html`<div class="detail">“${one.reason}”</div>` : nothing}</div></li>`;
    })}</ol></div>`);
}
