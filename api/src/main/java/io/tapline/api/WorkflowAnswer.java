package io.tapline.api;

/** A workflow as it is after a call. */
public record WorkflowAnswer(boolean replayed, WorkflowView workflow) {}
