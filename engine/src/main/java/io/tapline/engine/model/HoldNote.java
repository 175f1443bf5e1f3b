package io.tapline.engine.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import tools.jackson.databind.JsonNode;

/**
 * The content of a hold. Lineage links contain the held job and the actors.
 *
 * @param metadata the data of the request that placed it, or null
 * @param releaseMetadata the data of the request that released it, or null
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

  public static HoldNote placed(String holdCode, String reason, Instant now, JsonNode metadata) {
    return new HoldNote(HoldStatus.ACTIVE, holdCode, reason, now, null, null, metadata, null);
  }

  public HoldNote released(String why, Instant now, JsonNode with) {
    return new HoldNote(HoldStatus.RELEASED, holdCode, reason, placedAt, now, why, metadata, with);
  }
}
