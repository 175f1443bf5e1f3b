package io.tapline.engine.model;

import io.tapline.api.Code;
import io.tapline.api.Refusal;

/** A single request was refused; it changed nothing. */
public final class RefusedException extends RuntimeException {

  private final transient Refusal refusal;

  public RefusedException(Refusal refusal) {
    super(refusal.code() + ": " + refusal.message());
    this.refusal = refusal;
  }

  /** One field of the request is invalid. */
  public static RefusedException invalid(String field, String message) {
    return new RefusedException(Refusal.invalid(field, message));
  }

  /** A named object does not exist. */
  public static RefusedException unknown(String field, String what) {
    return new RefusedException(Refusal.unknown(field, what));
  }

  /** Throws a refusal; null is no refusal. */
  public static void throwIfRefused(Refusal refusal) {
    if (refusal != null) {
      throw new RefusedException(refusal);
    }
  }

  public Refusal refusal() {
    return refusal;
  }

  public Code code() {
    return refusal.code();
  }
}
