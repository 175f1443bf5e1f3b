package io.tapline.engine.read.evidence;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.api.ResolutionState;

/**
 * A filter for dead letters; a null selects all.
 *
 * @param error the error class, or the reason code where there is none
 * @param message the first 200 characters of the error message
 */
@RecordBuilder
public record DeadLetterFilter(
    ResolutionState state,
    String queueKey,
    String reasonCode,
    String stage,
    String error,
    String message) {

  public static final DeadLetterFilter NONE = DeadLetterFilterBuilder.builder().build();

  /** Selects all errors. */
  public DeadLetterFilter(ResolutionState state, String queueKey, String reasonCode, String stage) {
    this(state, queueKey, reasonCode, stage, null, null);
  }
}
