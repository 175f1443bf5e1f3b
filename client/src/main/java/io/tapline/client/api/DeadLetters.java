package io.tapline.client.api;

import io.tapline.api.DeadLetterGroups;
import io.tapline.api.Page;
import io.tapline.client.http.TaplineHttp;

/** Dead letters: work that failed for good, for a person to look at. */
public final class DeadLetters {

  private final TypedCalls calls;

  public DeadLetters(TaplineHttp http) {
    calls = new TypedCalls(http);
  }

  /** Dead letters over all subjects, oldest first. */
  public Page<DeadLetterView> list(DeadLetterFilter filter) {
    return calls.page("dead-letter", filter.query(), DeadLetterView.class);
  }

  /** How many pass the filter, and of which errors, messages and queues. */
  public DeadLetterGroups groups(DeadLetterFilter filter) {
    return calls.get("dead-letter/groups", filter.query(), DeadLetterGroups.class);
  }

  /**
   * Gives up work that has not ended: it fails for good, with a dead letter.
   *
   * @param stage where it went wrong; null for exec
   */
  public ActionReply giveUp(String subjectEuid, String reasonCode, String stage, String reason) {
    return calls.act(
        "dead-letter",
        new PlainRequest()
            .set("subject_euid", subjectEuid)
            .set("reason_code", reasonCode)
            .set("stage", stage)
            .set("reason", reason));
  }

  /** Closes one, IGNORED or CANCELED, without touching its subject. */
  public ActionReply resolve(String deadLetterEuid, String resolution, String reason) {
    return calls.act(
        "resolve-dead-letter",
        new PlainRequest()
            .set("dead_letter_euid", deadLetterEuid)
            .set("resolution_state", resolution)
            .set("reason", reason));
  }
}
