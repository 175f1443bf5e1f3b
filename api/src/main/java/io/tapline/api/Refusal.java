package io.tapline.api;

import java.util.ArrayList;
import java.util.List;

/**
 * The reason why a request was not carried out. A refused request changes nothing.
 *
 * @param field the invalid field of the request, or null
 * @param others the other invalid fields, each once
 */
public record Refusal(Code code, String message, String field, List<InvalidField> others) {

  /** Limit of the invalid fields in one refusal. */
  public static final int MOST_FIELDS = 50;

  /** An invalid field of a request; the message begins with its name. */
  public record InvalidField(String field, String message) {}

  public Refusal(Code code, String message, String field) {
    this(code, message, field, List.of());
  }

  public static Refusal of(Code code, String message) {
    return new Refusal(code, message, null);
  }

  public static Refusal invalid(String field, String message) {
    return new Refusal(Code.VALIDATION_FAILED, field + ": " + message, field);
  }

  public static Refusal unknown(String field, String value) {
    return new Refusal(Code.NOT_FOUND, field + ": there is no " + value, field);
  }

  /** Collects the faults of a request: the first one is the answer and contains the others. */
  public static final class Faults {

    private Refusal first;
    private final List<InvalidField> others = new ArrayList<>();

    /** Whether no fault was found so far. */
    public boolean isEmpty() {
      return first == null;
    }

    /** The answer; null for a valid request. */
    public Refusal refusal() {
      return others.isEmpty()
          ? first
          : new Refusal(first.code(), first.message(), first.field(), List.copyOf(others));
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
      } else if (field != null
          && others.size() < MOST_FIELDS
          && !field.equals(first.field())
          && others.stream().noneMatch(other -> other.field().equals(field))) {
        others.add(new InvalidField(field, message));
      }
      return this;
    }
  }
}
