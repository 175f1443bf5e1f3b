package io.tapline.engine.read.subject;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.api.Noun;
import io.tapline.engine.decide.StatusProjections;
import io.tapline.engine.model.Envelope;
import io.tapline.engine.model.Reason;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * A job for its inspector.
 *
 * @param noun the word for the job; null: "job"
 */
@RecordBuilder
public record SubjectView(
    String subjectEuid,
    String subjectName,
    String templateCode,
    @JsonInclude(JsonInclude.Include.NON_NULL) Noun noun,
    Envelope execution,
    JsonNode properties,
    Diagnostics diagnostics,
    JsonNode activeLease,
    List<JsonNode> activeHolds,
    JsonNode deadLetter,
    StatusProjections.Words status,
    Kin lineage) {

  /**
   * Whether the job is claimable, and the reasons if it is not.
   *
   * @param diagnosticsEnabled false when its queue has diagnostics disabled: then there are no
   *     reasons
   */
  public record Diagnostics(
      boolean visibleInQueue,
      String currentQueueKey,
      boolean diagnosticsEnabled,
      List<Reason> reasons) {}

  /** Direct relatives; {@code truncated} when there are more. */
  public record Kin(List<Relative> parents, List<Relative> children, boolean truncated) {}

  /** An object at the other end of a link. */
  public record Relative(String euid, String templateCode, String relationship) {}
}
