package io.tapline.engine.model;

import io.tapline.api.Code;
import io.tapline.tapdb.TimeText;
import java.time.Instant;

/**
 * A request that was not carried out. Nothing has changed.
 *
 * @param field the field of the request that is to blame, or null
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
   * @param at when a tombstone replaced the subject; null if none did, and nothing is refused
   */
  public static Refusal retired(String subjectEuid, Instant at) {
    return at == null
        ? null
        : of(
            Code.STATE_CONFLICT,
            "subject "
                + subjectEuid
                + " was retired at "
                + TimeText.of(at)
                + ": its properties and its evidence are deleted; enqueue new work");
  }
}
