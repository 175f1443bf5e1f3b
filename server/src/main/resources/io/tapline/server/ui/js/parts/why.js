// Why a subject is, or is not, in its queue: each reason in words, with the way out beside it.
import { html, nothing } from "../lit.js";
import { part } from "../api.js";
import { may } from "../session.js";
import { cancel, expireLease, externalResult, releaseHold, requeue } from "../actions.js";
import { icon } from "./icon.js";
import { card, queueLink, told } from "./text.js";

const button = (text, run) => html`<button class="button small" type="button" @click=${run}>${text}</button>`;
const link = (text, href) => html`<a class="button small" href=${href}>${text}</a>`;

const again = (text) => (page) => may("operate") && button(text, () => page.act(() => requeue(page.subject, page.queueKeys)));
const toQueue = (text) => (page) =>
  page.subject.execution.next_queue_key && link(text, `/queues/${part(page.subject.execution.next_queue_key)}?tab=policy`);

const FIXES = {
  active_hold: (page) =>
    may("operate") &&
    page.subject.active_holds.map((hold) =>
      button(`Release ${hold.hold_code}`, () =>
        page.act(() => releaseHold(hold.hold_euid, { others: page.subject.active_holds.length - 1, code: hold.hold_code })))),
  active_lease: (page) => [
    page.subject.active_lease && link("See the worker", `/workers/${part(page.subject.active_lease.worker_euid)}`),
    may("administer") && page.subject.active_lease &&
      button("Expire the lease", () => page.act(() => expireLease(page.subject.active_lease.lease_euid))),
  ],
  retry_window_not_reached: again("Retry now"),
  not_ready_yet: again("Make it ready now"),
  next_queue_key_missing: again("Send to a queue"),
  state_not_eligible: (page) => (page.subject.active_lease || page.subject.execution.state === "HELD" ? null : again("Requeue")(page)),
  terminal_state: again("Requeue"),
  attempts_exhausted: again("Requeue"),
  queue_disabled: toQueue("Enable the queue"),
  queue_unknown: again("Send to another queue"),
  template_not_served: again("Send to another queue"),
  scope_mismatch: toQueue("See the queue's scopes"),
  capability_mismatch: () => link("See the workers", "/workers"),
  cancel_requested: (page) => may("operate") && button("Cancel it at once", () => page.act(() => cancel(page.subject))),
  external_overdue: (page) =>
    may("operate") && button("Record the result", () => page.act(() => externalResult(page.subject))),
};

/** Reasons whose way out is to requeue: one button for all of them. */
const REQUEUED = ["terminal_state", "attempts_exhausted", "state_not_eligible"];

function fix(reason, reasons, page) {
  const requeues = (other) => REQUEUED.includes(other.code) && FIXES[other.code](page);
  return requeues(reason) && reason !== reasons.find(requeues) ? nothing : FIXES[reason.code]?.(page) || nothing;
}

export function whyCard(page) {
  const { diagnostics, execution } = page.subject;
  const visible = diagnostics.visible_in_queue;
  const reasons = diagnostics.reasons ?? [];
  const title = visible ? "In its queue" : execution.terminal ? "Not in a queue: it has ended" : "Not in its queue";
  const body = html`<div class="body">
    ${visible
      ? html`<p>Any worker that serves ${queueLink(diagnostics.current_queue_key)} can claim it now.</p>`
      : nothing}
    ${reasons.length
      ? html`<ul class="reasons">${reasons.map((reason) => html`<li data-reason=${reason.code}>
          ${icon("info")}<span class="why">${told(reason.message)}</span>${fix(reason, reasons, page)}
        </li>`)}</ul>`
      : nothing}
    ${!visible && !reasons.length ? html`<p class="muted">Nothing stands in its way.</p>` : nothing}
  </div>`;
  return card(title, body, { kind: visible || execution.terminal ? "" : "warn", id: "why" });
}
