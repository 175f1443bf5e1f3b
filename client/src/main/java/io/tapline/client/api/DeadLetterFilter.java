package io.tapline.client.api;

/** Selects dead letters. */
public final class DeadLetterFilter extends ListFilter<DeadLetterFilter> {

  private DeadLetterFilter() {}

  public static DeadLetterFilter all() {
    return new DeadLetterFilter();
  }

  /** Dead letters in this state only, such as OPEN. */
  public DeadLetterFilter resolution(String value) {
    return set("resolution_state", value);
  }

  /** Dead letters of this job kind only, for {@link Jobs#deadLetters}. */
  public DeadLetterFilter kind(String value) {
    return set("kind", value);
  }

  public DeadLetterFilter reasonCode(String value) {
    return set("reason_code", value);
  }

  public DeadLetterFilter stage(String value) {
    return set("stage", value);
  }

  public DeadLetterFilter queue(String value) {
    return set("queue_key", value);
  }

  /** Dead letters with this error class only or, without an error class, with this reason code. */
  public DeadLetterFilter error(String value) {
    return set("error", value);
  }

  /** Dead letters whose error message equals this in its first 200 characters. */
  public DeadLetterFilter message(String value) {
    return set("message", value);
  }
}
