package io.tapline.client.api;

/** A workflow as it is after a call. */
public record WorkflowAnswer(boolean replayed, WorkflowView workflow) {}
