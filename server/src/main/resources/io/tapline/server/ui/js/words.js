// Labels and colours of states, statuses and events. A colour is never used alone: a label and an icon go with it.

export const STATES = {
  PENDING: ["Pending", "grey", "dots"],
  READY: ["Ready", "blue", "play"],
  RUNNING: ["Running", "violet", "bolt"],
  WAITING_EXTERNAL: ["Waiting outside", "cyan", "out"],
  COMPLETED: ["Completed", "green", "check"],
  FAILED_RETRYABLE: ["Will retry", "amber", "retry"],
  FAILED_TERMINAL: ["Failed", "red", "cross"],
  HELD: ["Held", "orange", "hand"],
  CANCELED: ["Canceled", "grey", "stop"],
};

export const STATUSES = {
  ONLINE: ["Online", "green", "check"],
  OFFLINE: ["Offline", "red", "cross"],
  DRAINING: ["Draining", "amber", "retry"],
  DISABLED: ["Disabled", "orange", "hand"],
  RETIRED: ["Retired", "grey", "stop"],
  ACTIVE: ["Active", "violet", "bolt"],
  RELEASED: ["Released", "grey", "stop"],
  EXPIRED: ["Expired", "amber", "clock"],
  ABANDONED: ["Abandoned", "amber", "cross"],
  OPEN: ["Open", "red", "cross"],
  REQUEUED: ["Requeued", "blue", "retry"],
  IGNORED: ["Ignored", "grey", "stop"],
  STARTED: ["Started", "violet", "bolt"],
  SUCCEEDED: ["Succeeded", "green", "check"],
  ...STATES,
};

/** States of a job, in the terms of the jobs API. */
const JOB_STATUSES = {
  queued: ["Queued", "blue", "play"],
  leased: ["Leased", "violet", "clock"],
  in_progress: ["In progress", "violet", "bolt"],
  retry_waiting: ["Will retry", "amber", "retry"],
  succeeded: ["Succeeded", "green", "check"],
  dead_letter: ["Dead letter", "red", "letter"],
  failed: ["Failed", "red", "cross"],
  cancelled: ["Cancelled", "grey", "stop"],
  cleaned: ["Put away", "grey", "check"],
};

/** All waiting jobs are queued; the label shows the reason. */
const WAITING = {
  PENDING: ["Waits for others", "grey", "dots"],
  HELD: ["Held", "orange", "hand"],
};

export const jobWords = (job) =>
  (job.status === "queued" && WAITING[job.state]) || JOB_STATUSES[job.status] || [job.status, "grey", "dots"];

/** States of a workflow, derived from its jobs. */
export const WORKFLOW_STATUSES = {
  active: ["Active", "violet", "bolt"],
  succeeded: ["Succeeded", "green", "check"],
  failed: ["Failed", "red", "cross"],
  partially_failed: ["Partially failed", "orange", "warn"],
  cancelled: ["Cancelled", "grey", "stop"],
};

/** Past-tense labels of actions in the audit trail, with their colours. */
export const ACTIONS = {
  prepare_subject: ["Prepared", ""],
  enqueue_subject: ["Enqueued", "blue"],
  claim_queue_item: ["Claimed", "violet"],
  start_queue_execution: ["Started", "violet"],
  complete_queue_execution: ["Completed", "green"],
  fail_queue_execution: ["Failed", "red"],
  release_queue_lease: ["Released", "amber"],
  dispatch_external: ["Dispatched outside", "cyan"],
  record_external_result: ["External result", "cyan"],
  place_execution_hold: ["Hold placed", "orange"],
  release_execution_hold: ["Hold released", "blue"],
  requeue_subject: ["Requeued", "blue"],
  cancel_subject_execution: ["Canceled", "red"],
  expire_queue_lease: ["Lease expired", "amber"],
  dead_letter_subject: ["Sent to dead letters", "red"],
  resolve_dead_letter: ["Dead letter resolved", "blue"],
  settle_dependencies: ["Dependencies settled", "blue"],
  fail_overdue_subject: ["Deadline passed", "red"],
  clean_subject: ["Put away", ""],
  create_workflow: ["Workflow made", "blue"],
  create_subscription: ["Subscription made", "blue"],
  retire_subscription: ["Subscription retired", "red"],
  switch_substrate: ["Kill switch turned", "orange"],
  create_queue: ["Queue created", "blue"],
  update_queue: ["Queue changed", "amber"],
  retire_queue: ["Queue retired", "red"],
  register_worker: ["Worker registered", "green"],
  drain_worker: ["Worker draining", "amber"],
  disable_worker: ["Worker disabled", "orange"],
  enable_worker: ["Worker enabled", "green"],
  retire_worker: ["Worker retired", "red"],
  register_job: ["Job registered", "blue"],
  retire_job: ["Job retired", "red"],
  create_token: ["Token made", "amber"],
  revoke_token: ["Token revoked", "amber"],
  open_session: ["Signed in", ""],
  close_session: ["Signed out", ""],
};

/** Remedies for refusals, beside the text of the server. */
export const ADVICE = {
  NOT_FOUND: "Check the identifier; it may belong to another tenant.",
  UNAUTHENTICATED: "Sign in again.",
  FORBIDDEN: "Ask someone with the role that is named.",
  NOT_LEASE_OWNER: "Only who claimed it may do this; an admin can override.",
  VALIDATION_FAILED: "Correct the field and send again.",
  STATE_CONFLICT: "Someone was quicker. Look at its state as it is now, then decide again.",
  REVISION_CONFLICT: "It changed since you opened this. Close this, look at it as it is now, then decide again.",
  INVALID_TRANSITION: "Look at its state as it is now: this step does not lead on from there.",
  IDEMPOTENCY_CONFLICT: "An earlier try with other words went through. Reload the page to see it.",
  LEASE_EXPIRED: "The time for it has run out; claim it again.",
  LEASE_NOT_ACTIVE: "The lease has ended meanwhile. See the timeline for how.",
  ALREADY_LEASED: "Somebody works on it now. Wait, cancel, or let an admin expire the lease.",
  NOT_VISIBLE: "It is not in the queue now. Its page says why.",
  SUBJECT_HELD: "It was held meanwhile. Release the hold first, or leave it to who placed it.",
  SUBJECT_TERMINAL: "It has ended. Requeue it if it should run again.",
  QUEUE_DISABLED: "An admin can resume the queue on its page.",
  MANUAL_ONLY: "Only people claim from this queue: use a human session.",
  WORKER_DRAINING: "The worker takes nothing new; an admin can enable it again.",
  WORKER_DISABLED: "An admin can enable the worker again.",
  CAPABILITY_MISMATCH: "Claim as a worker that has what the queue asks for.",
  SCOPE_MISMATCH: "Its site, platform or assay is not served here.",
  LEASE_LIMIT_REACHED: "Finish or release something first.",
  CLAIM_TOO_LATE: "Ask again: the request was on its way for too long.",
  PAYLOAD_REFUSED: "This queue takes references only: leave the data out.",
  PAYLOAD_TOO_LARGE: "Send less, or a reference to it.",
  DOMAIN_ACTION_REQUIRED: "Take the step that the page offers for it instead; an admin can override.",
  SUBSTRATE_DISABLED: "The queue is switched off for this tenant.",
  RATE_LIMITED: "Wait a moment, then try again.",
  CSRF_REFUSED: "Reload the page and try again.",
  UNREACHABLE: "Nothing is lost: try again, it will not be done twice.",
  UNAVAILABLE: "Nothing is lost: try again, it will not be done twice.",
  INTERNAL_ERROR: "Tell the people who run the server; its log has more.",
};
