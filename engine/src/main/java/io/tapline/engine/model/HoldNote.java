package io.tapline.engine.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import tools.jackson.databind.JsonNode;

/**
 * What a hold says. On whom, and by whom, is lineage's to say.
 *
 * @param metadata what came with the request that placed it; null for nothing
 * @param releaseMetadata what came with the request that released it; null for nothing
 */
public record HoldNote(
    HoldStatus status,
    String holdCode,
    String reason,
    Instant placedAt,
    Instant releasedAt,
    String releaseReason,
    @JsonInclude(JsonInclude.Include.NON_NULL) JsonNode metadata,
    @JsonInclude(JsonInclude.Include.NON_NULL) JsonNode releaseMetadata) {

  /** One that stands. */
  public static HoldNote placed(String holdCode, String reason, Instant now, JsonNode metadata) {
    return new HoldNote(HoldStatus.ACTIVE, holdCode, reason, now, null, null, metadata, null);
  }

  public HoldNote released(String why, Instant now, JsonNode with) {
    return new HoldNote(HoldStatus.RELEASED, holdCode, reason, placedAt, now, why, metadata, with);
  }
}
