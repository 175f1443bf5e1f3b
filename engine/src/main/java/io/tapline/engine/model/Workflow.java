package io.tapline.engine.model;

/** Jobs that belong together, as it stands in the store. Its status is theirs, and never stored. */
public record Workflow(long uid, String euid, Note note) {

  /** What a workflow says of itself. */
  public record Note(
      String workflowKind, String generator, String correlationId, String enqueuedBy) {}
}
