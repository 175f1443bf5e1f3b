package io.tapline.engine.decide;

import io.tapline.api.Refusal;

/** A decision without changes. */
public record RefusedDecision(Refusal refusal) implements Decision {}
