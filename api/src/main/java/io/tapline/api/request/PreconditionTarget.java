package io.tapline.api.request;

/**
 * The object that {@code expected_state} and {@code expected_revision} of a request are compared
 * with. A request without such an object is read without these fields. They are then refused as
 * unknown, because a client that sends them relies on them.
 */
public enum PreconditionTarget {
  /** State and revision of the envelope. */
  SUBJECT,
  /** Status and revision. */
  WORKER,
  /** Revision only. */
  QUEUE,
  /** Revision only. */
  WEBHOOK,
  NOTHING;

  public boolean hasState() {
    return this == SUBJECT || this == WORKER;
  }

  public boolean hasRevision() {
    return this != NOTHING;
  }
}
