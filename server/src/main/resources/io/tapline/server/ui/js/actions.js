// Dialogs of operator actions, each with a description of its effect. All of them use the public API.
import { html } from "./lit.js";
import { count, sentence } from "./format.js";
import { many, one, titled } from "./nouns.js";
import { openForm } from "./parts/form.js";
import { fieldsOf, packStep } from "./schema.js";

const REASON = {
  name: "reason", label: "Reason", type: "area", required: true, help: "Recorded with your name and the time.",
};

const named = (subject) => subject.subject_name || subject.subject_euid;

/** Sends the revision of the screen: the server refuses a decision that is based on an older state. */
const atShownRevision = (subject) => ({ subject_euid: subject.subject_euid, expected_revision: subject.execution.revision });

const formOf = (action, subject) => `${action}:${subject.subject_euid}:${subject.execution.revision}`;

function leaseEffect(subject) {
  return subject.active_lease
    ? [html`<strong>The ${one(subject)} is leased</strong> (${subject.active_lease.lease_euid}): the lease ends at once, the server refuses the
        result of the worker, and no attempt is spent.`]
    : [];
}

export function hold(subject) {
  return openForm({
    id: formOf("hold", subject),
    action: "hold",
    title: `Hold ${named(subject)}`,
    verb: "Place hold",
    effects: [`No worker can claim the ${one(subject)} until all its holds are released.`, ...leaseEffect(subject)],
    fields: [
      { name: "hold_code", label: "Hold code", type: "text", required: true, value: "OPERATOR_HOLD",
        suggestions: ["OPERATOR_HOLD", "QC_REVIEW", "INSTRUMENT_DOWN", "SAMPLE_ISSUE", "CLIENT_REQUEST"],
        help: "Letters, digits and _ . : -. Use the reason for free text." },
      REASON,
    ],
    body: (values) => ({ ...atShownRevision(subject), ...values }),
    done: `${named(subject)} is on hold.`,
  });
}

export function releaseHold(holdEuid, { subject = "", others = 0, code = "" } = {}) {
  return openForm({
    id: `release-hold:${holdEuid}`,
    action: "release-hold",
    title: `Release hold ${code || holdEuid}`,
    verb: "Release hold",
    effects: [others > 0
      ? `${count(others)} other ${others === 1 ? "hold remains" : "holds remain"}, so the job stays held.`
      : "This is the last hold: the job returns to its state before the hold."],
    fields: [{ ...REASON, required: false }],
    body: (values) => ({ hold_euid: holdEuid, ...values }),
    done: `Hold on ${subject || holdEuid} released.`,
  });
}

export function requeue(subject, queues = []) {
  const own = subject.execution.next_queue_key;
  return openForm({
    id: formOf("requeue", subject),
    action: "requeue",
    title: `Requeue ${named(subject)}`,
    verb: "Requeue",
    effects: [
      `The ${one(subject)} becomes READY, and its attempt count restarts at zero.`,
      ...(subject.dead_letter ? ["Its dead letter is closed as REQUEUED."] : []),
      ...(subject.execution.cancel_requested ? ["The cancel request is withdrawn."] : []),
      `The history of the ${one(subject)} is kept.`,
    ],
    fields: [
      queues.length
        ? { name: "queue_key", label: "Queue", type: "choice", required: true, value: own ?? undefined, options: queues }
        : { name: "queue_key", label: "Queue", type: "text", required: !own, value: own },
      { name: "next_action_key", label: "Next action", type: "text", help: "Default: the action of the queue." },
      { name: "priority", label: "Priority", type: "number", value: subject.execution.priority, help: `${titled(many(subject))} with a higher priority are claimed first.` },
      { name: "ready_at", label: "Not before", type: "time", help: "Default: now." },
      REASON,
    ],
    body: (values) => ({ ...atShownRevision(subject), ...values }),
    done: `${named(subject)} requeued.`,
  });
}

export function cancel(subject) {
  const leased = subject.active_lease != null;
  return openForm({
    id: formOf("cancel", subject),
    action: "cancel",
    title: `Cancel ${named(subject)}`,
    verb: `Cancel ${one(subject)}`,
    danger: true,
    effects: leased
      ? [
          "Soft: the worker is requested to stop at its next heartbeat. If it finishes first, its result is accepted.",
          `Hard: the ${one(subject)} ends now, and the server refuses further reports of the worker.`,
        ]
      : [`The ${one(subject)} ends now and cannot be claimed again unless it is requeued.`],
    fields: [
      ...(leased
        ? [{ name: "mode", label: "Mode", type: "choice", required: true, value: "soft", options: [["soft", "Soft: request the worker to stop"], ["hard", `Hard: end the ${one(subject)} at once`]] }]
        : []),
      REASON,
    ],
    body: (values) => ({ ...atShownRevision(subject), ...values }),
    done: (answer) =>
      answer.result?.state === "CANCELED" ? `${named(subject)} cancelled.` : `${named(subject)}: the worker is requested to stop.`,
  });
}

export function expireLease(leaseEuid, { subject = "" } = {}) {
  return openForm({
    id: `expire-lease:${leaseEuid}`,
    action: "expire-lease",
    title: `Expire lease ${leaseEuid}`,
    verb: "Expire lease",
    danger: true,
    effects: [
      "The lease ends as if it had lapsed: one attempt is spent.",
      "The job returns to its queue, or becomes a dead letter if this was its last attempt.",
      "The server refuses further reports under this lease.",
    ],
    fields: [REASON],
    body: (values) => ({ lease_euid: leaseEuid, ...values }),
    done: `Lease on ${subject || leaseEuid} expired.`,
  });
}

export function resolveDeadLetter(letterEuid, how) {
  const ignored = how === "IGNORED";
  return openForm({
    id: `resolve:${how}:${letterEuid}`,
    action: "resolve-dead-letter",
    title: ignored ? "Ignore dead letter" : "Close dead letter as cancelled",
    verb: ignored ? "Ignore" : "Close as cancelled",
    effects: ["The dead letter is closed. Its job stays failed and can still be requeued."],
    fields: [REASON],
    body: (values) => ({ dead_letter_euid: letterEuid, resolution_state: how, ...values }),
    done: "Dead letter closed.",
  });
}

export async function externalResult(subject) {
  const filled = ["subject_euid", "external_ref"];
  const fields = await fieldsOf("external-result", filled);
  return openForm({
    id: formOf("external-result", subject),
    action: "external-result",
    title: `External result of ${named(subject)}`,
    verb: "Record result",
    wide: true,
    effects: [`The ${one(subject)} was dispatched to an external system as ${subject.execution.external?.external_ref ?? "an unnamed reference"}. Enter its result.`],
    fields,
    body: (values) => ({ ...atShownRevision(subject), external_ref: subject.execution.external?.external_ref, ...values }),
    done: "Result recorded.",
  });
}

const WORKER_VERBS = {
  "drain-worker": ["Drain", "The worker finishes its leased jobs and claims no new ones.", false],
  "disable-worker": ["Disable", "The worker can neither claim nor renew. Its jobs return to their queues when the leases lapse.", true],
  "enable-worker": ["Enable", "The worker can claim and renew again.", false],
  "retire-worker": ["Retire", "The worker ends permanently, and its leases end: each spends an attempt, and its job returns to the queue.", true],
};

export function administerWorker(action, worker) {
  const [verb, effect, danger] = WORKER_VERBS[action];
  const name = worker.display_name || worker.worker_key;
  return openForm({
    id: `${action}:${worker.worker_euid}:${worker.revision}`,
    action,
    title: `${verb} ${name}`,
    verb,
    danger,
    effects: [effect, `Active leases: ${count(worker.active_leases)}.`],
    fields: [REASON],
    body: (values) => ({ worker_euid: worker.worker_euid, ...values }),
    done: `${verb}: ${name}.`,
  });
}

/** The next step of a job if a pack has an action for it: { action, title, about }; otherwise null. */
export async function stepOf(subject) {
  const key = subject.execution.next_action_key ?? "";
  const action = key.replaceAll("_", "-");
  const about = key && (await packStep(action));
  return about ? { action, title: sentence(key), about } : null;
}

/** A step of a pack, by the holder of the lease; the form is derived from the action. */
export async function take(step, subject, { workerEuid, leaseEuid }) {
  const own = { subject_euid: subject.subject_euid, worker_euid: workerEuid, lease_euid: leaseEuid };
  return openForm({
    id: `${step.action}:${leaseEuid}`,
    action: step.action,
    title: `${step.title}: ${named(subject)}`,
    verb: step.title,
    wide: true,
    effects: [`${step.about}.`, `The results are linked to this ${one(subject)} and enqueued in their own queues. The lease ends.`],
    fields: await fieldsOf(step.action, Object.keys(own)),
    body: (values) => ({ ...own, ...values }),
    done: `${step.title}: ${named(subject)} completed.`,
  });
}

/** Complete or fail, by the holder of the lease; the form is derived from the action. */
export async function finish(action, subject, { workerEuid, leaseEuid }, { override = false } = {}) {
  const fails = action === "fail";
  const filled = ["subject_euid", "worker_euid", "lease_euid", "override", "retryable", "action_key"];
  const fields = (await fieldsOf(action, filled)).map((field) =>
    field.name === "error_class"
      ? { ...field, required: true, options: ERROR_CLASSES }
      : field.name === "reason" && override ? { ...field, required: true } : field,
  );
  return openForm({
    id: `${action}:${override}:${leaseEuid}`,
    action,
    title: `${fails ? "Report failure of" : "Complete"} ${named(subject)}`,
    verb: fails ? "Report failure" : "Complete",
    danger: fails,
    wide: true,
    effects: fails
      ? [`The error class determines whether the ${one(subject)} is retried, fails permanently, is held or is canceled.`]
      : [
          "The lease ends, and the attempt is recorded as succeeded.",
          `Without a next queue, the ${one(subject)} is COMPLETED.`,
          ...(override ? [html`<strong>The objects of the pack's action are not created</strong>, and the override is recorded with your name.`] : []),
        ],
    fields,
    body: (values) => ({
      subject_euid: subject.subject_euid, worker_euid: workerEuid, lease_euid: leaseEuid, ...(override ? { override: true } : {}), ...values,
    }),
    done: fails ? "Failure recorded." : `${named(subject)}: step completed.`,
  });
}

const ERROR_CLASSES = [
  ["TRANSIENT_SYSTEM", "Retry: internal error (TRANSIENT_SYSTEM)"],
  ["TRANSIENT_DEPENDENCY", "Retry: dependency unavailable (TRANSIENT_DEPENDENCY)"],
  ["TRANSIENT_CAPACITY", "Retry: no capacity (TRANSIENT_CAPACITY)"],
  ["PERMANENT_INPUT", "Fail: invalid input (PERMANENT_INPUT)"],
  ["PERMANENT_STATE", "Fail: not possible in this state (PERMANENT_STATE)"],
  ["BUSINESS_RULE_HOLD", "Hold: a person must decide (BUSINESS_RULE_HOLD)"],
  ["OPERATOR_CANCELED", "Cancel: no longer needed (OPERATOR_CANCELED)"],
];

