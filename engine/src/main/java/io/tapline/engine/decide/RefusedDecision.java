package io.tapline.engine.decide;

import io.tapline.engine.model.Refusal;

/** The decision that nothing changes. */
public record RefusedDecision(Refusal refusal) implements Decision {}
