package io.tapline.engine.model;

/** One reason why a subject waits, in a word for programs and a sentence for people. */
public record Reason(ReasonCode code, String message) {}
