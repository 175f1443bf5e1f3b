package io.tapline.engine.model;

/** One reason why a job waits: a code for programs and a sentence for people. */
public record Reason(ReasonCode code, String message) {}
