package io.tapline.engine.read.subject;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.engine.decide.StatusProjections;
import io.tapline.engine.model.Envelope;
import io.tapline.engine.model.Reason;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** A subject as its inspector shows it. */
@RecordBuilder
public record SubjectView(
    String subjectEuid,
    String subjectName,
    String templateCode,
    Envelope execution,
    JsonNode properties,
    Diagnostics diagnostics,
    JsonNode activeLease,
    List<JsonNode> activeHolds,
    JsonNode deadLetter,
    StatusProjections.Words status,
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

  /** Its direct relations; {@code truncated} when there are more. */
  public record Kin(List<Relative> parents, List<Relative> children, boolean truncated) {}

  /** An object at the other end of a link. */
  public record Relative(String euid, String templateCode, String relationship) {}
}
