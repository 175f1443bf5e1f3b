package io.tapline.server.tasks;

import tools.jackson.databind.JsonNode;

/**
 * A job that the server itself runs, {@code @internal:<category>:<name>}. A Spring component of the
 * server, or a service of {@link java.util.ServiceLoader}, on the class path or in a jar of {@code
 * --plugins}. Several tasks may run at once.
 */
public interface InternalExecutor {

  String category();

  String name();

  /** JSON Schema of the payloads; what does not match is never submitted. */
  JsonNode schema();

  /**
   * Does the work of one task. What it throws becomes the task's error.
   *
   * @return kept as evidence in the task's execution record; null for nothing
   */
  JsonNode run(InternalTask task) throws Exception;
}
