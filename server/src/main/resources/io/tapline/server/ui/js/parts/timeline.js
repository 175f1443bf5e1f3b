// All actions on a job, newest first: actor, time, reason, lease and result.
import { html, nothing } from "../lit.js";
import { ACTIONS } from "../words.js";
import { clock, day, duration, sentence, utc } from "../format.js";
import { actorLink, empty, jsonBlock, queueLink, stateBadge, workerLink } from "./text.js";

export function timeline(history) {
  const records = new Map(history.records.map((record) => [record.record_euid, record]));
  const actions = [...history.actions].sort((a, b) => b.at.localeCompare(a.at) || (b.revision_after ?? 0) - (a.revision_after ?? 0));
  if (!actions.length) {
    return empty("No actions yet");
  }
  let last = null;
  return html`<ol class="timeline">
    ${actions.map((action) => {
      const today = day(action.at);
      const head = today === last ? nothing : html`<li class="day">${today}</li>`;
      last = today;
      return html`${head}${entry(action, records.get(action.record_euid))}`;
    })}
  </ol>`;
}

function entry(action, record) {
  const [text, colour] = ACTIONS[action.action_key] ?? [sentence(action.action_key), ""];
  const moved = action.from_state !== action.to_state;
  return html`<li class=${colour ? `mark-${colour}` : ""} data-action=${action.action_key}>
    <time class="when num" datetime=${action.at} title=${utc(action.at)}>${clock(action.at)}</time>
    <div class="entry">
      <div class="head"><strong>${text}</strong>
        ${moved ? html`${stateBadge(action.from_state)}${action.from_state ? html`<span aria-label="to">→</span>` : nothing}${stateBadge(action.to_state)}` : nothing}
        ${action.override ? html`<span class="badge amber">override</span>` : nothing}
      </div>
      <div class="detail">by ${actorLink(action)}${action.role ? ` (${action.role.toLowerCase()})` : ""}
        ${action.worker_euid ? html` · worker ${workerLink(action.worker_euid, action.worker_lookup_name)}${action.worker_lookup_name ? html` <span class="euid">${action.worker_euid}</span>` : nothing}` : nothing}
        ${action.lease_euid ? html` · lease <span class="euid">${action.lease_euid}</span>` : nothing}
        ${action.queue_key ? html` · queue ${queueLink(action.queue_key)}` : nothing}
        ${action.to_queue_key ? html`<span aria-label="to">→</span> ${queueLink(action.to_queue_key)}` : nothing}
      </div>
      ${action.reason ? html`<div class="detail">“${action.reason}”</div>` : nothing}
      ${outcome(action, record)}
      <details class="small"><summary class="muted">Evidence ${action.action_euid}${action.revision_after ? ` · revision ${action.revision_after}` : ""}</summary>
        ${jsonBlock(record ? { action, record } : action, "Recorded action")}</details>
    </div>
  </li>`;
}

const ENDS = ["complete_queue_execution", "fail_queue_execution", "expire_queue_lease", "record_external_result"];

function outcome(action, record) {
  if (!record || !ENDS.includes(action.action_key)) {
    return nothing;
  }
  return html`<div class="detail">attempt ${record.attempt_number}: ${sentence(record.status)}${record.duration_ms == null ? "" : ` after ${duration(record.duration_ms / 1000)}`}
    ${record.error_class ? html`<br><strong>${record.error_class}${record.error_code ? ` ${record.error_code}` : ""}</strong> ${record.error_message ?? ""}` : nothing}
  </div>`;
}
