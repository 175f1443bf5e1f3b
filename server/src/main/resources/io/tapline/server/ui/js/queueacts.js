// Actions on queues: create, enqueue, pause and resume. The fields are derived from the API.
import { html, nothing } from "./lit.js";
import { act, part, post } from "./api.js";
import { count } from "./format.js";
import { openForm } from "./parts/form.js";
import { moment, note } from "./parts/text.js";
import { fieldsOf } from "./schema.js";

const TASK = "data/execution/task/1.0";
const JOBS = "/api/v1/jobs/enqueue";

const REASON = { name: "reason", label: "Reason", type: "area", required: true, help: "Shown to everyone while it is paused, and kept as evidence with your name." };

/** These fields first, in this order; all others are collapsed. */
function ordered(fields, first) {
  const place = (field) => first.indexOf(field.name);
  return [
    ...first.map((name) => fields.find((field) => field.name === name)).filter(Boolean),
    ...fields.filter((field) => place(field) < 0).map((field) => ({ ...field, more: !field.required })),
  ];
}

const adapted = (fields, changes) => fields.map((field) => ({ ...field, ...(changes[field.name] ?? {}) }));

export async function createQueue(app, queues) {
  const known = [...new Set([TASK, ...queues.flatMap((queue) => queue.subject_template_codes ?? [])])];
  const fields = adapted(await fieldsOf("create-queue", ["enabled", "disabled_reason"]), {
    queue_key: { label: "Key", help: "By which programs know it: letters, digits and _ . : @ / -. It cannot be changed." },
    display_name: { label: "Name", help: "For people." },
    subject_template_codes: { label: "Kinds of work", value: [TASK], help: `Templates it serves, one per line. They cannot be changed. Known here: ${known.join(", ")}.` },
    operator_visible: { value: true },
    dead_letter: { value: true },
    diagnostics_enabled: { value: true },
  });
  const answer = await openForm({
    id: "create-queue",
    action: "create-queue",
    title: "New queue",
    verb: "Create queue",
    wide: true,
    what: ["Work can be sent to it at once. Workers that have the capabilities it asks for may claim from it.", "Whatever is left empty is as the API has it; the policy can be changed later."],
    fields: ordered(fields, ["queue_key", "display_name", "subject_template_codes", "required_worker_capabilities", "lease_ttl_seconds", "max_attempts_default", "manual_only"]),
    body: (values) => values,
    done: "The queue is there.",
  });
  const key = answer?.result?.queue_key ?? answer?.queue_key;
  if (key) {
    app.go(`/queues/${part(key)}`);
  }
}

/** A job if the queue is a kind of job, otherwise a subject. */
export async function enqueue(queue) {
  return queue.executor ? enqueueJob(queue) : enqueueSubject(queue);
}

const name = (queue) => queue.display_name || queue.queue_key;

const willHappen = (queue) => [
  queue.enabled ? "It is in the queue at once, unless it says a later time." : "The queue is paused: it waits until somebody resumes it.",
  `${count(queue.enabled ? queue.queue_depth : queue.paused_depth)} wait there now; ${queue.worker_serving_count ? `${count(queue.worker_serving_count)} workers serve it.` : "no worker serves it at the moment."}`,
];

async function enqueueSubject(queue) {
  const codes = queue.subject_template_codes ?? [];
  const fields = adapted(await fieldsOf("enqueue", ["queue_key", "subject_euid"]), {
    subject_name: { label: "Name", help: "How people call it." },
    template_code: { label: "Kind of work", type: codes.length > 1 ? "choice" : "text", options: codes, value: codes[0], required: true },
    properties: { label: "Input", help: "What the worker is given, as JSON." },
    ready_at: { label: "Not before" },
    due_at: { label: "Due" },
  });
  return openForm({
    id: `enqueue:${queue.queue_key}`,
    action: "enqueue",
    title: `Enqueue to ${name(queue)}`,
    verb: "Enqueue",
    wide: true,
    what: willHappen(queue),
    fields: ordered(fields, ["subject_name", "template_code", "properties", "priority", "ready_at", "due_at"]),
    body: (values) => ({ queue_key: queue.queue_key, ...values }),
    done: (answer) => `${answer.subject_euid} is enqueued.`,
  });
}

async function enqueueJob(queue) {
  const fields = adapted(await fieldsOf(JOBS, ["kind", "executor", "workflow", "depends_on", "on_failure"]), {
    safe_payload: { label: "Signals", help: "Signals and small scalars, never data, as JSON." },
    process_after: { label: "Not before" },
    source_system: { value: "operator" },
  });
  return openForm({
    id: `enqueue:${queue.queue_key}`,
    title: `Enqueue a job of kind ${name(queue)}`,
    verb: "Enqueue",
    wide: true,
    what: [...willHappen(queue), `${queue.executor} executes it.`],
    fields: ordered(fields, ["domain", "source_system", "safe_payload", "priority", "process_after", "due_at"]),
    send: (key, values) => post(JOBS, { kind: queue.queue_key, executor: queue.executor, ...values, idempotency_key: key }),
    done: (answer) => `${answer.job.job_id} is enqueued.`,
  });
}

/** Sends the revision of the screen: the server refuses a decision that is based on an older state. */
const change = (queue, changes) => (key, values) => act("update-queue", key, { queue_key: queue.queue_key, expected_revision: queue.revision, ...changes(values), ...values });

export function pauseQueue(queue) {
  return openForm({
    id: `pause:${queue.queue_key}:${queue.revision}`,
    title: `Pause ${name(queue)}`,
    verb: "Pause queue",
    danger: true,
    what: [
      "From now on nobody can claim from it; work can still be sent to it, and waits.",
      queue.active_leases
        ? `${count(queue.active_leases)} ${queue.active_leases === 1 ? "piece of work is" : "pieces of work are"} under way: they may finish, and their leases can be renewed.`
        : "Nothing of it is under way.",
      `${count(queue.queue_depth)} wait, and go on waiting until somebody resumes it.`,
    ],
    fields: [REASON],
    send: change(queue, ({ reason }) => ({ enabled: false, disabled_reason: reason })),
    done: `${name(queue)} is paused.`,
  });
}

export function resumeQueue(queue) {
  return openForm({
    id: `resume:${queue.queue_key}:${queue.revision}`,
    title: `Resume ${name(queue)}`,
    verb: "Resume queue",
    what: [`${queue.paused_depth === 1 ? "1 that waits" : `${count(queue.paused_depth)} that wait`} there can be claimed again, in order, at once.`],
    fields: [{ ...REASON, help: "Kept as evidence, with your name and the time." }],
    send: change(queue, () => ({ enabled: true })),
    done: `${name(queue)} is resumed.`,
  });
}

/** The notice of a paused queue: time, actor and reason. */
export function pausedNote(queue, changes, button) {
  if (queue.enabled) {
    return nothing;
  }
  const pause = changes?.find((one) => one.changes.some((field) => field.field === "enabled" && field.to === false));
  return note("warn", html`<strong>Paused: nobody can claim from it.</strong>
    <span>${queue.disabled_reason ?? pause?.reason ?? "No reason was given."}${pause ? html` <span class="muted" data-paused-by>(${pause.actor}, ${moment(pause.at)})</span>` : nothing}</span>
    <span class="small" data-behind>${queue.paused_depth === 1 ? "1 waits" : `${count(queue.paused_depth)} wait`} until it is resumed.</span>`, button);
}
