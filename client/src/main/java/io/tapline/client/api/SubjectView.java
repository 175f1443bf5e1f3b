package io.tapline.client.api;

import java.util.List;
import tools.jackson.databind.JsonNode;

/** A subject: what it is, why it waits, what it is linked to. */
public record SubjectView(
    String subjectEuid,
    String subjectName,
    String templateCode,
    Envelope execution,
    JsonNode properties,
    Diagnostics diagnostics,
    LeaseView activeLease,
    List<HoldView> activeHolds,
    DeadLetterView deadLetter,
    StatusWords status,
    Kin lineage) {

  /**
   * Whether it is in its queue, and if not, why.
   *
   * @param diagnosticsEnabled false where its queue has them turned off: no reasons are computed
   */
  public record Diagnostics(
      boolean visibleInQueue,
      String currentQueueKey,
      boolean diagnosticsEnabled,
      List<Reason> reasons) {}

  /** One reason why it waits, in a word for programs and a sentence for people. */
  public record Reason(String code, String message) {}

  /** Its state in the words of the three APIs. */
  public record StatusWords(String task, String substrate, String v1) {}

  /** Its direct relations; {@code truncated} when there are more. */
  public record Kin(List<Relative> parents, List<Relative> children, boolean truncated) {}

  /** An object at the other end of a link. */
  public record Relative(String euid, String templateCode, String relationship) {}
}
