package io.tapline.api;

/** Collects the faults of a request; the first one is the answer. */
public final class Faults {

  /**
   * @param field the invalid field
   */
  public record Fault(Code code, String message, String field) {}

  private Fault first;

  /** Null for a valid request. */
  public Fault first() {
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
      first = new Fault(code, message, field);
    }
    return this;
  }
}
