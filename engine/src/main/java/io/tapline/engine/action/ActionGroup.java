package io.tapline.engine.action;

/** Actions on the same kind of object, which one pipeline executes. */
public enum ActionGroup {
  /** Actions on one existing job, in batches, under its lock. */
  SUBJECT,
  /** New jobs, and prepared jobs that enter a queue. */
  ENQUEUE,
  /** Claims, whose answer has its own form. */
  CLAIM,
  QUEUE,
  JOB,
  WORKER,
  CREDENTIAL,
  WORKFLOW,
  SUBSCRIPTION,
  TENANT,
  WEBHOOK
}
