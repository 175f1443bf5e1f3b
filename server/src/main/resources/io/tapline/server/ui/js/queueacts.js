// Actions on queues: create, enqueue, pause and resume. The fields are derived from the API.
import { html, nothing } from "./lit.js";
import { act, part, post } from "./api.js";
import { count } from "./format.js";
import { many, one } from "./nouns.js";
import { openForm } from "./parts/form.js";
import { moment, note } from "./parts/text.js";
import { fieldsOf } from "./schema.js";

const TASK = "data/execution/task/1.0";
const JOBS = "/api/v1/jobs/enqueue";

const REASON = { name: "reason", label: "Reason", type: "area", required: true, help: "Shown on the queue while it is paused, and recorded with your name." };

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
    queue_key: { label: "Key", help: "Identifier in the API: letters, digits and _ . : @ / -. It cannot be changed later." },
    display_name: { label: "Name", help: "Shown on the screens." },
    subject_template_codes: { label: "Templates", value: [TASK], help: `Templates of the jobs that the queue accepts, one per line. They cannot be changed later. In use: ${known.join(", ")}.` },
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
    effects: ["Jobs can be enqueued at once. Workers with the required capabilities can claim them.", "Empty fields take the defaults of the API. The policy can be changed later."],
    fields: ordered(fields, ["queue_key", "display_name", "subject_template_codes", "required_worker_capabilities", "lease_ttl_seconds", "max_attempts_default", "manual_only"]),
    body: (values) => values,
    done: "Queue created.",
  });
  const key = answer?.result?.queue_key ?? answer?.queue_key;
  if (key) {
    app.go(`/queues/${part(key)}`);
  }
}

/** The form of the jobs API if the queue is a kind of job, otherwise that of the execution API. */
export async function enqueue(queue) {
  return queue.executor ? enqueueJob(queue) : enqueueSubject(queue);
}

const name = (queue) => queue.display_name || queue.queue_key;

const waiting = (queue, size) => (size === 1 ? `1 ${one(queue)} waits` : `${count(size)} ${many(queue)} wait`);

const enqueueEffects = (queue) => [
  queue.enabled ? `The ${one(queue)} can be claimed at once, unless you set a later time.` : `The queue is paused: the ${one(queue)} waits until the queue is resumed.`,
  `Waiting ${many(queue)}: ${count(queue.enabled ? queue.queue_depth : queue.paused_depth)}. Serving workers: ${count(queue.worker_serving_count)}.`,
];

async function enqueueSubject(queue) {
  const codes = queue.subject_template_codes ?? [];
  const fields = adapted(await fieldsOf("enqueue", ["queue_key", "subject_euid"]), {
    subject_name: { label: "Name", help: "Shown on the screens." },
    template_code: { label: "Template", type: codes.length > 1 ? "choice" : "text", options: codes, value: codes[0], required: true },
    properties: { label: "Input", help: "Input for the worker, as JSON." },
    ready_at: { label: "Not before" },
    due_at: { label: "Due" },
  });
  return openForm({
    id: `enqueue:${queue.queue_key}`,
    action: "enqueue",
    title: `New ${one(queue)} in ${name(queue)}`,
    verb: "Enqueue",
    wide: true,
    effects: enqueueEffects(queue),
    fields: ordered(fields, ["subject_name", "template_code", "properties", "priority", "ready_at", "due_at"]),
    body: (values) => ({ queue_key: queue.queue_key, ...values }),
    done: (answer) => `Enqueued ${answer.subject_euid}.`,
  });
}

async function enqueueJob(queue) {
  const fields = adapted(await fieldsOf(JOBS, ["kind", "executor", "workflow", "depends_on", "on_failure"]), {
    safe_payload: { label: "Signals", help: "Signals and small scalar values, no data, as JSON." },
    process_after: { label: "Not before" },
    source_system: { value: "operator" },
  });
  return openForm({
    id: `enqueue:${queue.queue_key}`,
    title: `New job of kind ${name(queue)}`,
    verb: "Enqueue",
    wide: true,
    effects: [...enqueueEffects(queue), `Executor: ${queue.executor}.`],
    fields: ordered(fields, ["domain", "source_system", "safe_payload", "priority", "process_after", "due_at"]),
    send: (key, values) => post(JOBS, { kind: queue.queue_key, executor: queue.executor, ...values, idempotency_key: key }),
    done: (answer) => `Enqueued ${answer.job.job_id}.`,
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
    effects: [
      `No worker can claim from the queue. New ${many(queue)} are accepted and wait.`,
      `Leased ${many(queue)} may finish, and their leases can be renewed: ${count(queue.active_leases)} now.`,
      `${waiting(queue, queue.queue_depth)} until the queue is resumed.`,
    ],
    fields: [REASON],
    send: change(queue, ({ reason }) => ({ enabled: false, disabled_reason: reason })),
    done: `Queue ${name(queue)} paused.`,
  });
}

export function resumeQueue(queue) {
  return openForm({
    id: `resume:${queue.queue_key}:${queue.revision}`,
    title: `Resume ${name(queue)}`,
    verb: "Resume queue",
    effects: [`Waiting ${many(queue)} can be claimed again at once, in claim order: ${count(queue.paused_depth)} now.`],
    fields: [{ ...REASON, help: "Recorded with your name and the time." }],
    send: change(queue, () => ({ enabled: true })),
    done: `Queue ${name(queue)} resumed.`,
  });
}

/** The notice of a paused queue: time, actor and reason. */
export function pausedNote(queue, changes, button) {
  if (queue.enabled) {
    return nothing;
  }
  const pause = changes?.find((one) => one.changes.some((field) => field.field === "enabled" && field.to === false));
  return note("warn", html`<strong>Queue paused: no worker can claim from it.</strong>
    <span>${queue.disabled_reason ?? pause?.reason ?? "No reason given."}${pause ? html` <span class="muted" data-paused-by>(${pause.actor}, ${moment(pause.at)})</span>` : nothing}</span>
    <span class="small" data-behind>${waiting(queue, queue.paused_depth)} until the queue is resumed.</span>`, button);
}
