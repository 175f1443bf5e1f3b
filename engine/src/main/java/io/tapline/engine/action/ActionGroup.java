package io.tapline.engine.action;

/** Actions that are about the same kind of thing, and are carried out by one pipeline. */
public enum ActionGroup {
  /** One subject that exists: in batches, under its lock. */
  SUBJECT,
  /** New subjects, and prepared ones that go to a queue. */
  ENQUEUE,
  /** Work for a worker: its answer has a shape of its own. */
  CLAIM,
  QUEUE,
  JOB,
  WORKER,
  CREDENTIAL,
  WORKFLOW,
  SUBSCRIPTION,
  /** A setting of the whole tenant. */
  TENANT,
  WEBHOOK
}
