// The kill switch of the tenant: every screen shows a notice while it is off, and administrators change it.
import { html, nothing } from "./lit.js";
import { get, post } from "./api.js";
import { may } from "./session.js";
import { openForm } from "./parts/form.js";
import { moment, note } from "./parts/text.js";

const SWITCH = "/api/v1/jobs/switch";

export const readSwitch = () => get(SWITCH);

/** No notice while new work is accepted. */
export function switchNote(app) {
  const is = app.jobSwitch;
  if (!is || is.enabled) {
    return nothing;
  }
  return html`<div class="switch-note">${note(
    "bad",
    html`<strong>New jobs are not accepted.</strong>
      <span>${is.reason} <span class="muted">(${is.changed_by}, ${moment(is.changed_at)})</span></span>`,
    may("administer")
      ? html`<button class="button small" type="button" @click=${() => turn(app, true)}>Accept new jobs…</button>`
      : nothing,
  )}</div>`;
}

/** For administrators, and only while new work is accepted. */
export function stopButton(app) {
  return may("administer") && app.jobSwitch?.enabled
    ? html`<button class="button danger" type="button" @click=${() => turn(app, false)}>Stop new jobs…</button>`
    : nothing;
}

async function turn(app, enabled) {
  const answer = await openForm({
    id: `switch:${app.jobSwitch.revision}`,
    title: enabled ? "Accept new jobs" : "Stop new jobs",
    verb: enabled ? "Accept new jobs" : "Stop new jobs",
    danger: !enabled,
    effects: enabled
      ? ["Jobs can be enqueued again through every interface.", "The server applies the deadlines that have passed meanwhile and creates the jobs of the events that arrived meanwhile."]
      : [
          "No job can be enqueued in this tenant, through any interface.",
          "Leased jobs may finish, and waiting jobs can still be claimed.",
          "Deadlines, retention and the creation of jobs by events are suspended until the switch is turned on again.",
        ],
    fields: [{ name: "reason", label: "Reason", type: "area", required: true, help: "Shown on every page while the switch is off, and recorded with your name." }],
    send: (key, body) => post(SWITCH, { ...body, enabled, idempotency_key: key }),
    done: enabled ? "New jobs are accepted." : "New jobs are not accepted.",
  });
  if (answer) {
    await app.readSwitch();
  }
}
