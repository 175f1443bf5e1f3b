package io.tapline.engine.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;

/**
 * What a dead letter says: what failed, how often, why, at which stage, and who had it last. What
 * everyone relies on is always there, with nothing in it where there was nothing.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DeadLetterNote(
    ResolutionState resolutionState,
    Instant deadLetteredAt,
    int failureCount,
    String errorClass,
    String errorCode,
    String errorMessage,
    @JsonInclude(JsonInclude.Include.ALWAYS) String reasonCode,
    String stage,
    @JsonInclude(JsonInclude.Include.ALWAYS) String lastError,
    int attempts,
    @JsonInclude(JsonInclude.Include.ALWAYS) String lastOwner,
    @JsonInclude(JsonInclude.Include.ALWAYS) Instant lastLeaseExpiresAt,
    @JsonInclude(JsonInclude.Include.ALWAYS) String correlationId,
    Instant resolvedAt,
    String resolutionReason) {

  public DeadLetterNote resolved(ResolutionState how, String reason, Instant now) {
    return new DeadLetterNote(
        how,
        deadLetteredAt,
        failureCount,
        errorClass,
        errorCode,
        errorMessage,
        reasonCode,
        stage,
        lastError,
        attempts,
        lastOwner,
        lastLeaseExpiresAt,
        correlationId,
        now,
        reason);
  }
}
