// Labels and colours of states, statuses and events. A colour is never used alone: a label and an icon go with it.

/** The nine states of a job. A state has one spelling everywhere: in requests, screens, commands and guides. */
export const STATES = {
  PENDING: ["PENDING", "grey", "dots"],
  READY: ["READY", "blue", "play"],
  RUNNING: ["RUNNING", "violet", "bolt"],
  WAITING_EXTERNAL: ["WAITING_EXTERNAL", "cyan", "out"],
  COMPLETED: ["COMPLETED", "green", "check"],
  FAILED_RETRYABLE: ["FAILED_RETRYABLE", "amber", "retry"],
  FAILED_TERMINAL: ["FAILED_TERMINAL", "red", "cross"],
  HELD: ["HELD", "orange", "hand"],
  CANCELED: ["CANCELED", "grey", "stop"],
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

/** A job of the jobs API: its state, with a separate look under a lease and with an open dead letter. */
export function jobWords(job) {
  const [text, ...look] = STATES[job.state] ?? [job.state, "grey", "dots"];
  if (job.status === "leased") return [`${text}, leased`, "violet", "clock"];
  return job.status === "dead_letter" ? [text, "red", "letter"] : [text, ...look];
}

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
  dispatch_external: ["Dispatched externally", "cyan"],
  record_external_result: ["External result recorded", "cyan"],
  place_execution_hold: ["Hold placed", "orange"],
  release_execution_hold: ["Hold released", "blue"],
  requeue_subject: ["Requeued", "blue"],
  cancel_subject_execution: ["Cancelled", "red"],
  expire_queue_lease: ["Lease expired", "amber"],
  dead_letter_subject: ["Dead-lettered", "red"],
  resolve_dead_letter: ["Dead letter resolved", "blue"],
  settle_dependencies: ["Dependencies settled", "blue"],
  fail_overdue_subject: ["Deadline passed", "red"],
  clean_subject: ["Cleaned", ""],
  create_workflow: ["Workflow created", "blue"],
  create_subscription: ["Subscription created", "blue"],
  retire_subscription: ["Subscription retired", "red"],
  switch_substrate: ["Kill switch changed", "orange"],
  create_queue: ["Queue created", "blue"],
  update_queue: ["Queue changed", "amber"],
  retire_queue: ["Queue retired", "red"],
  register_worker: ["Worker registered", "green"],
  drain_worker: ["Worker drained", "amber"],
  disable_worker: ["Worker disabled", "orange"],
  enable_worker: ["Worker enabled", "green"],
  retire_worker: ["Worker retired", "red"],
  register_job: ["Job registered", "blue"],
  retire_job: ["Job retired", "red"],
  create_token: ["Token created", "amber"],
  revoke_token: ["Token revoked", "amber"],
  open_session: ["Signed in", ""],
  close_session: ["Signed out", ""],
};

/** Remedies for refusals, beside the text of the server. */
export const ADVICE = {
  NOT_FOUND: "Check the identifier; it may belong to another tenant.",
  UNAUTHENTICATED: "Sign in again.",
  FORBIDDEN: "Ask a user with the required role.",
  NOT_LEASE_OWNER: "Only the holder of the lease can do this. An administrator can override.",
  VALIDATION_FAILED: "Correct the field and send again.",
  STATE_CONFLICT: "The object changed meanwhile. Check its current state, then try again.",
  REVISION_CONFLICT: "The object changed after you opened this form. Close the form, check the current state, then try again.",
  INVALID_TRANSITION: "This action is not possible in the current state. Reload the page to see the state.",
  IDEMPOTENCY_CONFLICT: "An earlier request with other values was executed. Reload the page to see its result.",
  LEASE_EXPIRED: "The lease has expired. Claim the job again.",
  LEASE_NOT_ACTIVE: "The lease has ended meanwhile. The timeline of the job shows the reason.",
  ALREADY_LEASED: "Another worker holds the job. Wait, cancel the job, or ask an administrator to expire the lease.",
  NOT_VISIBLE: "The job is not claimable now. Its page shows the reason.",
  SUBJECT_HELD: "The job was held meanwhile. Release the hold first, or ask the person who placed it.",
  SUBJECT_TERMINAL: "The job has ended. Requeue it to run it again.",
  QUEUE_DISABLED: "An administrator can resume the queue on its page.",
  MANUAL_ONLY: "Only people can claim from this queue. Use a human session.",
  WORKER_DRAINING: "The worker claims no new jobs. An administrator can enable it again.",
  WORKER_DISABLED: "An administrator can enable the worker again.",
  CAPABILITY_MISMATCH: "Claim with a worker that has the required capabilities.",
  SCOPE_MISMATCH: "The site, platform or assay of the job does not match.",
  LEASE_LIMIT_REACHED: "Complete or release another job first.",
  CLAIM_TOO_LATE: "Try again. The request took too long to reach the server.",
  PAYLOAD_REFUSED: "This queue accepts references only. Remove the data.",
  PAYLOAD_TOO_LARGE: "Send less data, or a reference to it.",
  DOMAIN_ACTION_REQUIRED: "Use the action that the page offers for this step. An administrator can override.",
  SUBSTRATE_DISABLED: "The kill switch of this tenant is off. An administrator can turn it on.",
  RATE_LIMITED: "Wait a moment, then try again.",
  CSRF_REFUSED: "Reload the page and try again.",
  UNREACHABLE: "Try again. The server executes the action only once.",
  UNAVAILABLE: "Try again. The server executes the action only once.",
  INTERNAL_ERROR: "Contact the operators of the server. Its log contains the cause.",
};
