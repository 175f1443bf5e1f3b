package io.tapline.engine.model;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;

/**
 * What a dead letter says: what failed, how often, why, at which stage, and who had it last. What
 * everyone relies on is always there, with nothing in it where there was nothing.
 */
@RecordBuilder
public record DeadLetterNote(
    ResolutionState resolutionState,
    Instant deadLetteredAt,
    int failureCount,
    String errorClass,
    String errorCode,
    String errorMessage,
    String reasonCode,
    String stage,
    String lastError,
    int attempts,
    String lastOwner,
    Instant lastLeaseExpiresAt,
    String correlationId,
    Instant resolvedAt,
    String resolutionReason) {

  public DeadLetterNote resolved(ResolutionState how, String reason, Instant now) {
    return DeadLetterNoteBuilder.builder(this)
        .resolutionState(how)
        .resolvedAt(now)
        .resolutionReason(reason)
        .build();
  }
}
