package io.tapline.api;

/** Collects the faults of a request; the first one is the answer. */
public final class Faults {

  private Refusal first;

  /** Null for a valid request. */
  public Refusal first() {
    return first;
  }

  /**
   * @param otherwise text that follows the name of the field
   */
  public Faults that(boolean holds, String field, String otherwise) {
    return holds ? this : add(Code.VALIDATION_FAILED, field + ": " + otherwise, field);
  }

  public Faults add(Code code, String message, String field) {
    if (first == null) {
      first = new Refusal(code, message, field);
    }
    return this;
  }
}
