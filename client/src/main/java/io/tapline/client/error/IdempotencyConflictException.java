package io.tapline.client.error;

/** The idempotency key was used before, for another request. */
public final class IdempotencyConflictException extends ConflictException {

  IdempotencyConflictException(Problem problem) {
    super(problem, "use a new key for a new request");
  }
}
