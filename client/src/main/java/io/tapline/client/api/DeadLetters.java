package io.tapline.client.api;

import io.tapline.api.DeadLetterGroups;
import io.tapline.api.Page;
import io.tapline.api.request.SendToDeadLetter;
import io.tapline.client.http.TaplineHttp;

/** Dead letters: jobs that failed permanently and need a person. */
public final class DeadLetters {

  private final TypedCalls calls;

  public DeadLetters(TaplineHttp http) {
    calls = new TypedCalls(http);
  }

  /** Dead letters of all jobs, oldest first. */
  public Page<DeadLetterView> list(DeadLetterFilter filter) {
    return calls.page("dead-letter", filter.query(), DeadLetterView.class);
  }

  /** Counts of the selected dead letters by error, message and queue. */
  public DeadLetterGroups groups(DeadLetterFilter filter) {
    return calls.get("dead-letter/groups", filter.query(), DeadLetterGroups.class);
  }

  /**
   * Fails a job that has not ended permanently, with a dead letter.
   *
   * @param stage the stage that failed; null for exec
   */
  public ActionReply giveUp(String subjectEuid, String reasonCode, String stage, String reason) {
    return calls.act(
        "dead-letter", new SendToDeadLetter(null, subjectEuid, null, reasonCode, stage, reason));
  }

  /** Closes a dead letter as IGNORED or CANCELED; the job does not change. */
  public ActionReply resolve(String deadLetterEuid, String resolution, String reason) {
    return calls.act(
        "resolve-dead-letter",
        new PlainRequest()
            .set("dead_letter_euid", deadLetterEuid)
            .set("resolution_state", resolution)
            .set("reason", reason));
  }
}
