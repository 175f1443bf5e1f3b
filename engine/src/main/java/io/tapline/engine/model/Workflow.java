package io.tapline.engine.model;

/**
 * A stored workflow: a group of related jobs. Its status is derived from the jobs and never stored.
 */
public record Workflow(long uid, String euid, Note note) {

  public record Note(
      String workflowKind, String generator, String correlationId, String enqueuedBy) {}
}
