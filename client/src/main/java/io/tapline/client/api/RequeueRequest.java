package io.tapline.client.api;

import java.time.Instant;

/** Returns a job to READY and resets its attempt count. */
public final class RequeueRequest extends ActionRequest<RequeueRequest> {

  private RequeueRequest() {}

  public static RequeueRequest of(String subjectEuid, String reason) {
    return new RequeueRequest().set("subject_euid", subjectEuid).set("reason", reason);
  }

  /** A queue other than the present one. */
  public RequeueRequest queue(String value) {
    return set("queue_key", value);
  }

  /** The action that the worker performs. */
  public RequeueRequest nextAction(String value) {
    return set("next_action_key", value);
  }

  /** Higher values are claimed first. */
  public RequeueRequest priority(int value) {
    return set("priority", value);
  }

  /** The job is not claimed before this time. */
  public RequeueRequest readyAt(Instant value) {
    return set("ready_at", value);
  }

  /** Among jobs of equal priority, earlier values are claimed first. */
  public RequeueRequest dueAt(Instant value) {
    return set("due_at", value);
  }

  /** An administrator acts on another caller's lease; requires a reason. */
  public RequeueRequest override(boolean value) {
    return set("override", value);
  }
}
