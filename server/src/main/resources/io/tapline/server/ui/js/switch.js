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
    html`<strong>No new work is taken.</strong>
      <span>${is.reason} <span class="muted">(${is.changed_by}, ${moment(is.changed_at)})</span></span>`,
    may("administer")
      ? html`<button class="button small" type="button" @click=${() => turn(app, true)}>Take new work…</button>`
      : nothing,
  )}</div>`;
}

/** For administrators, and only while new work is accepted. */
export function stopButton(app) {
  return may("administer") && app.jobSwitch?.enabled
    ? html`<button class="button danger" type="button" @click=${() => turn(app, false)}>Stop new work…</button>`
    : nothing;
}

async function turn(app, enabled) {
  const answer = await openForm({
    id: `switch:${app.jobSwitch.revision}`,
    title: enabled ? "Take new work again" : "Stop new work",
    verb: enabled ? "Take new work" : "Stop new work",
    danger: !enabled,
    what: enabled
      ? ["Work can be enqueued again, by every door.", "Deadlines that have passed meanwhile are settled, and events that waited make their jobs."]
      : [
          "From now on nobody can enqueue anything in this tenant, by any door.",
          "Work that is under way may finish, and what waits can still be claimed.",
          "Deadlines, retention and jobs made by events stand still until it is turned on again.",
        ],
    fields: [{ name: "reason", label: "Reason", type: "area", required: true, help: "Shown to everyone while it is off, and kept as evidence with your name." }],
    send: (key, body) => post(SWITCH, { ...body, enabled, idempotency_key: key }),
    done: enabled ? "New work is taken again." : "No new work is taken.",
  });
  if (answer) {
    await app.readSwitch();
  }
}
