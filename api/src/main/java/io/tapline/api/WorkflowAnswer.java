package io.tapline.api;

/** A workflow after a call. */
public record WorkflowAnswer(boolean replayed, WorkflowView workflow) {}
