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
}
