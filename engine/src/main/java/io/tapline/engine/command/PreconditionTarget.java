package io.tapline.engine.command;

/**
 * What {@code expected_state} and {@code expected_revision} of a request are compared with, for the
 * table of endpoints. Where there is nothing to compare with, the request is read without them, so
 * that they are refused as fields which the request does not have: a client that sends them counts
 * on them.
 */
public enum PreconditionTarget {
  /** The state and the revision of its execution. */
  SUBJECT,
  /** Its status and its revision. */
  WORKER,
  /** Its revision. */
  QUEUE,
  /** Its revision. */
  WEBHOOK,
  NOTHING;

  public boolean hasState() {
    return this == SUBJECT || this == WORKER;
  }

  public boolean hasRevision() {
    return this != NOTHING;
  }
}
