package io.tapline.engine.decide;

import io.tapline.api.ExecutionState;
import io.tapline.engine.model.Envelope;
import io.tapline.engine.model.Lease;
import io.tapline.engine.model.QueuePolicy;
import java.time.Instant;

/**
 * The status of a job in the vocabularies of other APIs. It is derived on each read and never
 * stored.
 */
public final class StatusProjections {

  /** The substrate's status of a job that failed terminally and whose dead letter is open. */
  public static final String DEAD_LETTER = "dead_letter";

  /** The status in each vocabulary; null where the vocabulary has none. */
  public record Words(String task, String substrate, String v1) {}

  private StatusProjections() {}

  /**
   * @param policy the policy of the job's queue; without one no attempt limit applies
   * @param cleaned whether the job is archived
   */
  public static Words of(
      Envelope e,
      Lease newest,
      boolean openDeadLetter,
      boolean cleaned,
      QueuePolicy policy,
      Instant now) {
    if (cleaned) {
      return new Words(null, "cleaned", null);
    }
    boolean live = newest != null && newest.live(now);
    boolean lapsed = newest != null && newest.lapsed(now);
    boolean exhausted = lapsed && policy != null && e.exhaustedByOneMore(policy);
    if (exhausted && (e.state() == ExecutionState.RUNNING || e.state().claimable())) {
      return new Words("failed", DEAD_LETTER, "dead_lettered");
    }
    return switch (e.state()) {
      case PENDING, HELD -> new Words("pending", "queued", "queued");
      case READY ->
          live
              ? new Words("claimed", "leased", "assigned")
              : new Words("pending", "queued", "queued");
      case FAILED_RETRYABLE ->
          live
              ? new Words("claimed", "leased", "assigned")
              : new Words("pending", waits(e, now) ? "retry_waiting" : "queued", "queued");
      case RUNNING ->
          lapsed
              ? new Words("pending", "queued", "queued")
              : new Words("running", "in_progress", "running");
      case WAITING_EXTERNAL -> new Words("running", "in_progress", "running");
      case COMPLETED -> new Words("completed", "succeeded", "succeeded");
      case FAILED_TERMINAL ->
          openDeadLetter
              ? new Words("failed", DEAD_LETTER, "dead_lettered")
              : new Words("failed", "failed", "failed");
      case CANCELED -> new Words("cancelled", "cancelled", "cancelled");
    };
  }

  private static boolean waits(Envelope e, Instant now) {
    return e.retryAt() != null && e.retryAt().isAfter(now);
  }
}
