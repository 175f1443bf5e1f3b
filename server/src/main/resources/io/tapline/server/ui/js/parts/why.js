// The reasons why a job is, or is not, claimable, each with its remedy.
import { html, nothing } from "../lit.js";
import { part } from "../api.js";
import { may } from "../session.js";
import { one } from "../nouns.js";
import { cancel, externalResult, releaseHold, requeue } from "../actions.js";
import { icon } from "./icon.js";
import { card, moment, queueLink, withLocalTimes, workerLink } from "./text.js";

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
  retry_window_not_reached: again("Retry now"),
  not_ready_yet: again("Make ready now"),
  next_queue_key_missing: again("Send to a queue"),
  state_not_eligible: again("Requeue"),
  terminal_state: again("Requeue"),
  attempts_exhausted: again("Requeue"),
  queue_disabled: toQueue("View queue"),
  queue_unknown: again("Send to another queue"),
  template_not_served: again("Send to another queue"),
  scope_mismatch: toQueue("View queue scopes"),
  worker_unavailable: () => link("View workers", "/workers"),
  capability_mismatch: () => link("View workers", "/workers"),
  cancel_requested: (page) => may("operate") && button("Cancel now", () => page.act(() => cancel(page.subject))),
  external_overdue: (page) =>
    may("operate") && button("Record result", () => page.act(() => externalResult(page.subject))),
};

/** Reasons with requeue as the remedy: one button for all of them. */
const REQUEUED = ["terminal_state", "attempts_exhausted", "state_not_eligible"];

function fix(reason, reasons, page) {
  const requeues = (other) => REQUEUED.includes(other.code) && FIXES[other.code](page);
  return requeues(reason) && reason !== reasons.find(requeues) ? nothing : FIXES[reason.code]?.(page) || nothing;
}

/** Obvious reasons are omitted: a leased or held job is not claimable, and an ended one is final. */
function implied({ code }, { active_lease: lease, execution }) {
  if (execution.terminal) return code === "next_queue_key_missing";
  if (lease) return code === "active_lease" || code === "state_not_eligible";
  return execution.state === "HELD" && code === "state_not_eligible";
}

/** Title of the card: the lease, or the reason why the job is not claimable. */
function headline(subject) {
  const { active_lease: lease, diagnostics, execution } = subject;
  if (lease) return execution.state === "RUNNING" ? "Claimed and started" : "Claimed, not started";
  if (diagnostics.visible_in_queue) return "Claimable";
  if (execution.terminal) return `Not claimable: the ${one(subject)} has ended`;
  return { HELD: `Not claimable: the ${one(subject)} is held`, WAITING_EXTERNAL: "Not claimable: awaiting external result" }[execution.state] ?? "Not claimable";
}

function claimability(subject) {
  const { active_lease: lease, diagnostics } = subject;
  if (lease) {
    return html`<p data-holder>Leased to ${workerLink(lease.worker_lookup_euid, lease.worker_lookup_name)} until ${moment(lease.expires_at)};
      each renewal extends the lease.</p>`;
  }
  return diagnostics.visible_in_queue
    ? html`<p>Any worker that serves ${queueLink(diagnostics.current_queue_key)} can claim the ${one(subject)} now.</p>`
    : nothing;
}

export function whyCard(page) {
  const { active_lease: lease, diagnostics, execution } = page.subject;
  const reasons = (diagnostics.reasons ?? []).filter((reason) => !implied(reason, page.subject));
  const calm = lease || diagnostics.visible_in_queue || execution.terminal;
  const body = html`<div class="body">
    ${claimability(page.subject)}
    ${reasons.length
      ? html`<ul class="reasons">${reasons.map((reason) => html`<li data-reason=${reason.code}>
          ${icon("info")}<span class="why">${withLocalTimes(reason.message)}</span>${fix(reason, reasons, page)}
        </li>`)}</ul>`
      : nothing}
    ${diagnostics.diagnostics_enabled ? nothing : html`<p class="muted" data-diagnostics="off">Diagnostics are turned off for
      ${queueLink(execution.next_queue_key)}, so no reasons are computed.</p>`}
    ${calm || reasons.length || !diagnostics.diagnostics_enabled ? nothing : html`<p class="muted">No obstacle was found.</p>`}
  </div>`;
  return card(headline(page.subject), body, { kind: calm ? "" : "warn", id: "why" });
}
