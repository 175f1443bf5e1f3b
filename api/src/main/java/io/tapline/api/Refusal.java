package io.tapline.api;

/**
 * The reason why a request was not carried out. A refused request changes nothing.
 *
 * @param field the invalid field of the request, or null
 */
public record Refusal(Code code, String message, String field) {

  public static Refusal of(Code code, String message) {
    return new Refusal(code, message, null);
  }

  public static Refusal invalid(String field, String message) {
    return new Refusal(Code.VALIDATION_FAILED, field + ": " + message, field);
  }

  public static Refusal unknown(String field, String value) {
    return new Refusal(Code.NOT_FOUND, field + ": there is no " + value, field);
  }

  /** Collects the faults of a request; the first one is the answer. */
  public static final class Faults {

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
}
