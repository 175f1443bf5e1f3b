package io.tapline.engine.read.evidence;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.engine.model.ResolutionState;

/**
 * Which dead letters; null is all of them.
 *
 * @param error the error class, or the reason code where there is none
 * @param message the first 200 characters of what the error said
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

  /** Whatever the error. */
  public DeadLetterFilter(ResolutionState state, String queueKey, String reasonCode, String stage) {
    this(state, queueKey, reasonCode, stage, null, null);
  }
}
