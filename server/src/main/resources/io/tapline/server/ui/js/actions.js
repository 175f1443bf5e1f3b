// Dialogs of operator actions, each with a description of its effect. All of them use the public API.
import { html } from "./lit.js";
import { count, sentence } from "./format.js";
import { openForm } from "./parts/form.js";
import { fieldsOf, packStep } from "./schema.js";

const REASON = {
  name: "reason", label: "Reason", type: "area", required: true, help: "Kept as evidence, with your name and the time.",
};

const named = (subject) => subject.subject_name || subject.subject_euid;

/** Sends the revision of the screen: the server refuses a decision that is based on an older state. */
const asSeen = (subject) => ({ subject_euid: subject.subject_euid, expected_revision: subject.execution.revision });

const formOf = (action, subject) => `${action}:${subject.subject_euid}:${subject.execution.revision}`;

function working(subject) {
  return subject.active_lease
    ? [html`<strong>A worker has it now</strong> (lease ${subject.active_lease.lease_euid}): the lease ends at once, its result
        will be refused, and no attempt is spent.`]
    : [];
}

export function hold(subject) {
  return openForm({
    id: formOf("hold", subject),
    action: "hold",
    title: `Hold ${named(subject)}`,
    verb: "Place hold",
    what: ["Nobody can claim it until every hold on it is released.", ...working(subject)],
    fields: [
      { name: "hold_code", label: "Kind of hold", type: "text", required: true, value: "OPERATOR_HOLD",
        suggestions: ["OPERATOR_HOLD", "QC_REVIEW", "INSTRUMENT_DOWN", "SAMPLE_ISSUE", "CLIENT_REQUEST"],
        help: "A code: letters, digits and _ . : -. Your own words go into the reason." },
      REASON,
    ],
    body: (values) => ({ ...asSeen(subject), ...values }),
    done: `${named(subject)} is held.`,
  });
}

export function releaseHold(holdEuid, { subject = "", others = 0, code = "" } = {}) {
  return openForm({
    id: `release-hold:${holdEuid}`,
    action: "release-hold",
    title: `Release hold ${code || holdEuid}`,
    verb: "Release hold",
    what: [others > 0
      ? `${count(others)} more ${others === 1 ? "hold stays" : "holds stay"} on it, so it goes on waiting.`
      : "It is the last hold: the subject goes on from where it was."],
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
    what: [
      "It becomes READY again, its count of attempts begins at zero.",
      ...(subject.dead_letter ? ["Its dead letter is closed as REQUEUED."] : []),
      ...(subject.execution.cancel_requested ? ["The request to cancel it is taken back."] : []),
      "What happened before stays in its history.",
    ],
    fields: [
      queues.length
        ? { name: "queue_key", label: "Queue", type: "choice", required: true, value: own ?? undefined, options: queues }
        : { name: "queue_key", label: "Queue", type: "text", required: !own, value: own },
      { name: "next_action_key", label: "Next action", type: "text", help: "Empty: the action of the queue." },
      { name: "priority", label: "Priority", type: "number", value: subject.execution.priority, help: "Higher is sooner." },
      { name: "ready_at", label: "Not before", type: "time", help: "Empty: now." },
      REASON,
    ],
    body: (values) => ({ ...asSeen(subject), ...values }),
    done: `${named(subject)} is back in the queue.`,
  });
}

export function cancel(subject) {
  const leased = subject.active_lease != null;
  return openForm({
    id: formOf("cancel", subject),
    action: "cancel",
    title: `Cancel ${named(subject)}`,
    verb: "Cancel it",
    danger: true,
    what: leased
      ? [
          "Softly: the worker is asked to stop at its next heartbeat; if it finishes first, its result counts.",
          "Hard: it ends now, and whatever the worker still sends is refused.",
        ]
      : ["It ends now and is not claimed again, unless someone requeues it."],
    fields: [
      ...(leased
        ? [{ name: "mode", label: "How", type: "choice", required: true, value: "soft", options: [["soft", "Softly: ask the worker"], ["hard", "Hard: at once"]] }]
        : []),
      REASON,
    ],
    body: (values) => ({ ...asSeen(subject), ...values }),
    done: (answer) =>
      answer.result?.state === "CANCELED" ? `${named(subject)} is canceled.` : `${named(subject)}: the worker is asked to stop.`,
  });
}

export function expireLease(leaseEuid, { subject = "" } = {}) {
  return openForm({
    id: `expire-lease:${leaseEuid}`,
    action: "expire-lease",
    title: `Expire lease ${leaseEuid}`,
    verb: "Expire lease",
    danger: true,
    what: [
      "The lease ends as if its time had run out: one attempt is spent.",
      "The subject goes back to its queue, or to the dead letters if that was its last attempt.",
      "Whatever the worker still sends under it is refused.",
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
    title: ignored ? "Ignore this dead letter" : "Close this dead letter as canceled",
    verb: ignored ? "Ignore" : "Close as canceled",
    what: ["The dead letter is closed; its subject stays failed, and can still be requeued."],
    fields: [REASON],
    body: (values) => ({ dead_letter_euid: letterEuid, resolution_state: how, ...values }),
    done: "Dead letter closed.",
  });
}

export async function externalResult(subject) {
  const known = ["subject_euid", "external_ref"];
  const fields = await fieldsOf("external-result", known);
  return openForm({
    id: formOf("external-result", subject),
    action: "external-result",
    title: `External result of ${named(subject)}`,
    verb: "Record result",
    wide: true,
    what: [`It was dispatched outside as ${subject.execution.external?.external_ref ?? "an unnamed reference"}. What came of it?`],
    fields,
    body: (values) => ({ ...asSeen(subject), external_ref: subject.execution.external?.external_ref, ...values }),
    done: "Result recorded.",
  });
}

const WORKER_VERBS = {
  "drain-worker": ["Drain", "It finishes what it holds and takes nothing new.", false],
  "disable-worker": ["Disable", "It may neither claim nor renew: what it holds goes back as its leases lapse.", true],
  "enable-worker": ["Enable", "It may claim and renew again.", false],
  "retire-worker": ["Retire", "It ends for good, and so do its leases: each spends an attempt and its work goes back.", true],
};

export function administerWorker(action, worker) {
  const [verb, what, danger] = WORKER_VERBS[action];
  const name = worker.display_name || worker.worker_key;
  return openForm({
    id: `${action}:${worker.worker_euid}:${worker.revision}`,
    action,
    title: `${verb} ${name}`,
    verb,
    danger,
    what: [what, worker.active_leases ? `It holds ${count(worker.active_leases)} now.` : "It holds nothing now."],
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
    what: [`${step.about}.`, "What it makes is linked to this subject and goes on to its own queue; the lease ends."],
    fields: await fieldsOf(step.action, Object.keys(own)),
    body: (values) => ({ ...own, ...values }),
    done: `${step.title}: ${named(subject)} is done.`,
  });
}

/** Complete or fail, by the holder of the lease; the form is derived from the action. */
export async function finish(action, subject, { workerEuid, leaseEuid }, { override = false } = {}) {
  const fails = action === "fail";
  const known = ["subject_euid", "worker_euid", "lease_euid", "override", "retryable", "action_key"];
  const fields = (await fieldsOf(action, known)).map((field) =>
    field.name === "error_class"
      ? { ...field, required: true, options: ERROR_CLASSES }
      : field.name === "reason" && override ? { ...field, required: true } : field,
  );
  return openForm({
    id: `${action}:${override}:${leaseEuid}`,
    action,
    title: `${fails ? "Report a failure of" : "Complete"} ${named(subject)}`,
    verb: fails ? "Report failure" : "Complete",
    danger: fails,
    wide: true,
    what: fails
      ? ["The kind of error decides: it is tried again, fails for good, is held, or is canceled."]
      : [
          "The lease ends and the attempt is recorded as done.",
          "Without a next queue, the subject is COMPLETED.",
          ...(override ? [html`<strong>What the pack's action would have made is not made</strong>, and the evidence says that you overrode it.`] : []),
        ],
    fields,
    body: (values) => ({
      subject_euid: subject.subject_euid, worker_euid: workerEuid, lease_euid: leaseEuid, ...(override ? { override: true } : {}), ...values,
    }),
    done: fails ? "Failure recorded." : `${named(subject)} is done.`,
  });
}

const ERROR_CLASSES = [
  ["TRANSIENT_SYSTEM", "Try again: something here broke (TRANSIENT_SYSTEM)"],
  ["TRANSIENT_DEPENDENCY", "Try again: something it needs was down (TRANSIENT_DEPENDENCY)"],
  ["TRANSIENT_CAPACITY", "Try again: no room or time (TRANSIENT_CAPACITY)"],
  ["PERMANENT_INPUT", "Failed for good: the input is wrong (PERMANENT_INPUT)"],
  ["PERMANENT_STATE", "Failed for good: it cannot be done (PERMANENT_STATE)"],
  ["BUSINESS_RULE_HOLD", "Hold it: a person must decide (BUSINESS_RULE_HOLD)"],
  ["OPERATOR_CANCELED", "Cancel it: no longer wanted (OPERATOR_CANCELED)"],
];

