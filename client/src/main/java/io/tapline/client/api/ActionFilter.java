package io.tapline.client.api;

import java.time.Instant;

/** Which actions. */
public final class ActionFilter extends ListFilter<ActionFilter> {

  private ActionFilter() {}

  /** Without any condition. */
  public static ActionFilter all() {
    return new ActionFilter();
  }

  /** Only actions of this kind, such as complete_queue_execution. */
  public ActionFilter actionKey(String value) {
    return set("action_key", value);
  }

  /** Only by actors with this in their name. */
  public ActionFilter actor(String value) {
    return set("actor", value);
  }

  /** Only what was done in this queue. */
  public ActionFilter queue(String key) {
    return set("queue_key", key);
  }

  /** Only what was done to this subject. */
  public ActionFilter subject(String euid) {
    return set("subject_euid", euid);
  }

  /** Not before this. */
  public ActionFilter from(Instant time) {
    return set("from", time.toString());
  }

  /** Before this. */
  public ActionFilter until(Instant time) {
    return set("until", time.toString());
  }
}
