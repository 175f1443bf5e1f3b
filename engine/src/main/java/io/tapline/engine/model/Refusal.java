package io.tapline.engine.model;

import io.tapline.api.Code;
import io.tapline.tapdb.TimeText;
import java.time.Instant;

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

  /**
   * @param at when a tombstone replaced the job; null when none did, and then the refusal is null
   */
  public static Refusal retired(String subjectEuid, Instant at) {
    return at == null
        ? null
        : of(
            Code.STATE_CONFLICT,
            "job "
                + subjectEuid
                + " was retired at "
                + TimeText.of(at)
                + ": its properties and its evidence are deleted; enqueue a new job");
  }
}
