package io.tapline.engine.read;

import io.tapline.engine.model.ResolutionState;

/** Which dead letters; null is all of them. */
public record DeadLetterFilter(
    ResolutionState state, String queueKey, String reasonCode, String stage) {

  public static final DeadLetterFilter NONE = new DeadLetterFilter(null, null, null, null);
}
