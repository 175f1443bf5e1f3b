package io.tapline.engine.model;

/** Why a request was refused. Stable: callers decide by it. One HTTP status each. */
public enum Code {
  NOT_FOUND(404),
  UNAUTHENTICATED(401),
  FORBIDDEN(403),
  NOT_LEASE_OWNER(403),
  VALIDATION_FAILED(422),
  STATE_CONFLICT(409),
  REVISION_CONFLICT(409),
  INVALID_TRANSITION(409),
  IDEMPOTENCY_CONFLICT(409),
  LEASE_EXPIRED(409),
  LEASE_NOT_ACTIVE(409),
  ALREADY_LEASED(409),
  NOT_VISIBLE(409),
  SUBJECT_HELD(409),
  SUBJECT_TERMINAL(409),
  QUEUE_DISABLED(409),
  MANUAL_ONLY(409),
  WORKER_DRAINING(409),
  WORKER_DISABLED(409),
  CAPABILITY_MISMATCH(409),
  SCOPE_MISMATCH(409),
  LEASE_LIMIT_REACHED(409),
  PAYLOAD_REFUSED(422),
  PAYLOAD_TOO_LARGE(413),
  SUBSTRATE_DISABLED(409),
  DOMAIN_ACTION_REQUIRED(409);

  private final int httpStatus;

  Code(int httpStatus) {
    this.httpStatus = httpStatus;
  }

  public int httpStatus() {
    return httpStatus;
  }
}
