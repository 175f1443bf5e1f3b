// The active lease of a job: holder, remaining time, and the actions of the holder.
import { html, nothing } from "../lit.js";
import { bench } from "../bench.js";
import { may } from "../session.js";
import { duration, secondsUntil } from "../format.js";
import { expireLease } from "../actions.js";
import { card, facts, fromNow, moment, workerLink } from "./text.js";

export function leaseCard(page) {
  const lease = page.subject.active_lease;
  if (!lease) {
    return nothing;
  }
  const left = secondsUntil(lease.expires_at);
  const part = Math.max(0, Math.min(1, left / lease.ttl_seconds));
  const look = left <= 0 ? "over" : part < 0.2 ? "low" : "";
  const body = html`<div class="body">
    <div class="field">
      <span><strong class="num" data-countdown>${left > 0 ? `${duration(left)} left` : "lapsed"}</strong>
        <span class="muted">of ${duration(lease.ttl_seconds)}</span></span>
      <div class="meter ${look}" role="img" aria-label="Remaining lease time"><span .style=${`width: ${part * 100}%`}></span></div>
    </div>
    ${progress(lease)}
    ${facts([
      ["Worker", workerLink(lease.worker_lookup_euid, lease.worker_lookup_name)],
      ["Lease", html`<span class="euid">${lease.lease_euid}</span>`],
      ["Attempt", lease.attempt_number],
      ["Claimed", moment(lease.claimed_at)],
      ["Last heartbeat", fromNow(lease.heartbeat_at ?? lease.claimed_at)],
      ["Fencing token", html`<span class="num">${lease.fencing_token}</span>`],
    ])}
    ${bench.holds(lease) ? holderButtons(page, lease) : nothing}
  </div>`;
  const end = may("administer")
    ? html`<button class="button small danger" type="button"
        @click=${() => page.act(() => expireLease(lease.lease_euid, { subject: page.subject.subject_name }))}>Expire lease</button>`
    : nothing;
  return card("Active lease", body, { end, id: "lease" });
}

/** The progress that the worker reported, if any. */
function progress(lease) {
  if (!lease.progress) {
    return nothing;
  }
  const { fraction, message, at } = lease.progress;
  return html`<div class="field" data-progress>
    <span>${message || "Progress"} ${fraction == null ? nothing : html`<strong class="num">${Math.round(fraction * 100)} %</strong>`}
      <span class="muted small">${fromNow(at)}</span></span>
    ${fraction == null ? nothing : html`<div class="meter" role="img" aria-label="Progress"><span .style=${`width: ${fraction * 100}%`}></span></div>`}
  </div>`;
}

function holderButtons(page, lease) {
  const started = page.subject.execution.state === "RUNNING";
  return html`<div class="page-head"><div class="end">
    ${started ? nothing : html`<button class="button primary" type="button" @click=${() => page.act(() => bench.start(page.subject, lease))}>Start</button>`}
    ${started && page.step
      ? html`<button class="button primary" type="button" @click=${() => page.act(() => bench.take(page.step, page.subject, lease))}>${page.step.title}</button>`
      : nothing}
    ${page.packOnly ? nothing : html`<button class="button ${started && !page.step ? "primary" : ""}" type="button"
      @click=${() => page.act(() => bench.finish("complete", page.subject, lease))}>Complete</button>`}
    <button class="button danger" type="button" @click=${() => page.act(() => bench.finish("fail", page.subject, lease))}>Fail</button>
    <button class="button" type="button" @click=${() => page.act(() => bench.release(page.subject, lease))}>Release lease</button>
    ${page.packOnly && may("administer") ? html`<button class="button danger" type="button"
      @click=${() => page.act(() => bench.override(page.subject, lease))}>Complete with override</button>` : nothing}
  </div></div>
  ${page.packOnly ? html`<p class="muted small" data-ends-by>${endsBy(page)}</p>` : nothing}`;
}

/** The action that ends the step, if the queue requires a specific one. */
function endsBy(page) {
  const key = page.subject.execution.next_action_key;
  return key
    ? `In this queue only the action ${key} completes the step.`
    : "In this queue only an action of its pack completes a step, and this job has none. An administrator can override.";
}
