// The policy of a queue: its values, its history, and its form for administrators.
import { html, nothing } from "../lit.js";
import { openDialog, openForm } from "./form.js";
import { fieldsOf } from "../schema.js";
import { sentence, duration } from "../format.js";
import { Problem } from "../api.js";
import { card, empty, facts, moment, tags } from "./text.js";

// A whole second may be too long a retry delay.
const wait = (seconds) => (seconds > 0 && seconds < 1 ? `${seconds}s` : duration(seconds));
// -1 days mean no limit.
const UNLIMITED = -1;
function kept({ retention_days: work, evidence_days: evidence }) {
  if (work === UNLIMITED) {
    return "unlimited";
  }
  return `${work} days, evidence ${evidence === UNLIMITED ? "unlimited" : `${evidence} more days`}`;
}
const yes = (value) => (value ? "yes" : "no");

export function policyCard(queue, { end = nothing } = {}) {
  const retry = queue.retry_policy ?? {};
  return card("Policy", html`<div class="body">${facts([
    ["Enabled", queue.enabled ? "yes" : html`<span class="badge orange">no</span> ${queue.disabled_reason ?? ""}`],
    ["Claimed by", queue.manual_only ? "people only" : "people and services"],
    ["Dispatch priority", queue.dispatch_priority],
    ["Templates", tags(queue.subject_template_codes)],
    ["Eligible states", tags(queue.eligible_states)],
    ["Required capabilities", tags(queue.required_worker_capabilities, "none")],
    ["Sites", tags(queue.site_scope)],
    ["Platforms", tags(queue.platform_scope)],
    ["Assays", tags(queue.assay_scope)],
    ["Lease duration", duration(queue.lease_ttl_seconds)],
    ["Renewal interval", duration(queue.heartbeat_interval_seconds ?? Math.max(1, Math.floor(queue.lease_ttl_seconds / 3)))],
    ["Maximum attempts", queue.max_attempts_default],
    ["Retry", `after ${wait(retry.initial_delay_seconds)}, then ×${retry.backoff_factor} up to ${wait(retry.max_delay_seconds)}, jitter ${retry.jitter_fraction}`],
    ["Payload", queue.payload_policy === "SIGNAL_ONLY" ? "references only" : "any"],
    ["Dead letters", yes(queue.dead_letter)],
    ["Overdue external work", queue.external_deadline_policy === "RETRY" ? "retried" : "flagged for an operator"],
    ["Completed by", queue.completion === "DOMAIN_ACTION" ? "an action of its pack only" : "the holder of the lease"],
    ["Retention", kept(queue)],
    ["Next action", queue.default_action_key ?? "set by each request"],
    ["Compensation queue", queue.compensation_queue_key ?? "none"],
    ["Revision", queue.revision],
  ])}</div>`, { end });
}

export function changesCard(changes) {
  const body = changes?.length
    ? html`<ol class="timeline">${changes.map((change) => html`<li class="mark-amber">
        <span class="when">${moment(change.at)}</span>
        <div class="entry">
          <div class="head"><strong>${sentence(change.action_key)}</strong> <span class="muted">by ${change.actor}</span></div>
          ${change.reason ? html`<div class="detail">“${change.reason}”</div>` : nothing}
          ${change.action_key === "create_queue" ? nothing : diffView(change.changes.map((one) => [one.field, one.from, one.to]))}
        </div></li>`)}</ol>`
    : empty("No changes");
  return card("Changes", html`<div class="body">${body}</div>`);
}

const text = (value) => (value == null ? "none" : typeof value === "string" ? value : JSON.stringify(value));

const group = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

/** A nested value is shown part by part, only with the parts that differ. */
const parts = ([name, from, to]) => (group(from) && group(to)
  ? [...new Set([...Object.keys(from), ...Object.keys(to)])].filter((key) => !same(from[key], to[key])).map((key) => [`${name}: ${key}`, from[key], to[key]])
  : [[name, from, to]]);

export function diffView(rows) {
  return rows.length
    ? html`<ul class="diff">${rows.flatMap(parts).map(([name, from, to]) => html`<li><span>${sentence(name)}</span>
        <span><del>${text(from)}</del> → <ins>${text(to)}</ins></span></li>`)}</ul>`
    : nothing;
}

const same = (a, b) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
const FIXED = ["queue_key", "subject_template_codes", "selection_policy", "reason"];

/** The form first, then a comparison of the changes, then the request. */
export async function editPolicy(queue) {
  const fields = (await fieldsOf("update-queue", FIXED)).map((field) => ({ ...field, required: false, value: queue[field.name] }));
  const changes = await openDialog({
    title: `Edit the policy of ${queue.queue_key}`,
    verb: "Review changes",
    wide: true,
    fields,
    submit: async (values) => {
      const changed = Object.entries(values).filter(([name, value]) => !same(value, queue[name]));
      if (!changed.length) {
        throw new Problem(422, { code: "VALIDATION_FAILED", detail: "no field differs from the current policy" });
      }
      return Object.fromEntries(changed);
    },
  });
  if (!changes) {
    return null;
  }
  return openForm({
    id: `update-queue:${queue.queue_key}:${queue.revision}`,
    action: "update-queue",
    title: `Change the policy of ${queue.queue_key}`,
    verb: "Save",
    wide: true,
    before: diffView(Object.entries(changes).map(([name, to]) => [name, queue[name], to])),
    effects: ["The change applies from the next claim on. Leased jobs keep the terms of their leases."],
    fields: [{ name: "reason", label: "Reason", type: "area", required: true, help: "Recorded with the change." }],
    body: (values) => ({ queue_key: queue.queue_key, expected_revision: queue.revision, ...changes, ...values }),
    done: `Policy of ${queue.queue_key} saved.`,
  });
}
