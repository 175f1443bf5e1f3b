package io.tapline.client.api;

import java.time.Instant;

/** Back to READY with a clean count of attempts. */
public final class RequeueRequest extends ActionRequest<RequeueRequest> {

  private RequeueRequest() {}

  /** This subject, and why. */
  public static RequeueRequest of(String subjectEuid, String reason) {
    return new RequeueRequest().set("subject_euid", subjectEuid).set("reason", reason);
  }

  /** Another queue than its own. */
  public RequeueRequest queue(String value) {
    return set("queue_key", value);
  }

  /** What the worker is to do, in its own words. */
  public RequeueRequest nextAction(String value) {
    return set("next_action_key", value);
  }

  /** Higher is sooner. */
  public RequeueRequest priority(int value) {
    return set("priority", value);
  }

  /** Not before this time. */
  public RequeueRequest readyAt(Instant value) {
    return set("ready_at", value);
  }

  /** Earlier is sooner among equal priorities. */
  public RequeueRequest dueAt(Instant value) {
    return set("due_at", value);
  }

  /** An administrator acts on what is another's; needs a reason. */
  public RequeueRequest override(boolean value) {
    return set("override", value);
  }
}
