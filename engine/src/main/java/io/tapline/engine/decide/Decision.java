package io.tapline.engine.decide;

/** What a command leads to: a refusal, or the whole set of changes. */
public sealed interface Decision permits RefusedDecision, SubjectChange {}
