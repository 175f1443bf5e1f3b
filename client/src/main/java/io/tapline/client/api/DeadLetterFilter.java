package io.tapline.client.api;

/** Which dead letters. */
public final class DeadLetterFilter extends ListFilter<DeadLetterFilter> {

  private DeadLetterFilter() {}

  /** Without any condition. */
  public static DeadLetterFilter all() {
    return new DeadLetterFilter();
  }

  /** Only those in this state, such as OPEN. */
  public DeadLetterFilter resolution(String value) {
    return set("resolution_state", value);
  }

  /** Only those of this kind, for {@link Jobs#deadLetters}. */
  public DeadLetterFilter kind(String value) {
    return set("kind", value);
  }

  /** Only those with this reason code. */
  public DeadLetterFilter reasonCode(String value) {
    return set("reason_code", value);
  }

  /** Only those that failed at this stage. */
  public DeadLetterFilter stage(String value) {
    return set("stage", value);
  }

  /** Only those of this queue. */
  public DeadLetterFilter queue(String value) {
    return set("queue_key", value);
  }

  /** Only those with this error class, or, where there is none, this reason code. */
  public DeadLetterFilter error(String value) {
    return set("error", value);
  }

  /** Only those whose error said this, in its first 200 characters. */
  public DeadLetterFilter message(String value) {
    return set("message", value);
  }
}
