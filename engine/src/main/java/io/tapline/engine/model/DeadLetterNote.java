package io.tapline.engine.model;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.api.ResolutionState;
import java.time.Instant;

/**
 * The content of a dead letter: failure, number of attempts, reason, stage and last worker. All
 * fields are always present, with null for a missing value.
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
