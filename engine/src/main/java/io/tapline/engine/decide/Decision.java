package io.tapline.engine.decide;

/**
 * Result of a command about a job: a refusal, or the complete set of changes. All decisions of this
 * package are pure functions of their arguments; they use no SQL, clock or randomness.
 */
public sealed interface Decision permits RefusedDecision, SubjectChange {}
