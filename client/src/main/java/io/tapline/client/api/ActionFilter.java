package io.tapline.client.api;

import java.time.Instant;

/** Selects actions. */
public final class ActionFilter extends ListFilter<ActionFilter> {

  private ActionFilter() {}

  public static ActionFilter all() {
    return new ActionFilter();
  }

  /** Actions with this key only, such as complete_queue_execution. */
  public ActionFilter actionKey(String value) {
    return set("action_key", value);
  }

  /** Actions of actors whose name contains this text only. */
  public ActionFilter actor(String value) {
    return set("actor", value);
  }

  public ActionFilter queue(String key) {
    return set("queue_key", key);
  }

  public ActionFilter subject(String euid) {
    return set("subject_euid", euid);
  }

  /** Inclusive lower limit. */
  public ActionFilter from(Instant time) {
    return set("from", time.toString());
  }

  /** Exclusive upper limit. */
  public ActionFilter until(Instant time) {
    return set("until", time.toString());
  }
}
