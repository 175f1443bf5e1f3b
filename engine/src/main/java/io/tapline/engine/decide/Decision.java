package io.tapline.engine.decide;

/**
 * Result of a command: a refusal, or the complete set of changes. Every decision of this package is
 * a pure function of a {@link DecisionInput} and a command; it uses no SQL, clock or randomness.
 */
public sealed interface Decision permits RefusedDecision, SubjectChange {}
