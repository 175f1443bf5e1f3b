package io.tapline.engine.model;

import java.time.Instant;

/** What a hold says. On whom, and by whom, is lineage's to say. */
public record HoldNote(
    HoldStatus status,
    String holdCode,
    String reason,
    Instant placedAt,
    Instant releasedAt,
    String releaseReason) {

  public HoldNote released(String why, Instant now) {
    return new HoldNote(HoldStatus.RELEASED, holdCode, reason, placedAt, now, why);
  }
}
