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

  /** Only those of this queue. */
  public DeadLetterFilter queue(String value) {
    return set("queue_key", value);
  }
}
