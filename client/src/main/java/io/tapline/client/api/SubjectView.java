package io.tapline.client.api;

import io.tapline.api.Noun;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * A job: state, reasons for waiting, and relations.
 *
 * @param noun the word that its pack defines for the job; null: "job"
 */
public record SubjectView(
    String subjectEuid,
    String subjectName,
    String templateCode,
    Noun noun,
    Envelope execution,
    JsonNode properties,
    Diagnostics diagnostics,
    LeaseView activeLease,
    List<HoldView> activeHolds,
    DeadLetterView deadLetter,
    StatusWords status,
    Kin lineage) {

  /**
   * Whether the job is visible in its queue, and the reasons if not.
   *
   * @param diagnosticsEnabled false if the queue has diagnostics disabled; no reasons are computed
   */
  public record Diagnostics(
      boolean visibleInQueue,
      String currentQueueKey,
      boolean diagnosticsEnabled,
      List<Reason> reasons) {}

  /** A reason why the job waits, as a code and as a sentence. */
  public record Reason(String code, String message) {}

  /** The state of the job in the names of the three APIs. */
  public record StatusWords(String task, String substrate, String v1) {}

  /** The direct relations of the job; {@code truncated} if there are more. */
  public record Kin(List<Relative> parents, List<Relative> children, boolean truncated) {}

  /** An object at the other end of a link. */
  public record Relative(String euid, String templateCode, String relationship) {}
}
