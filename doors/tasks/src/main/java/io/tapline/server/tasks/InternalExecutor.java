package io.tapline.server.tasks;

import tools.jackson.databind.JsonNode;

/**
 * A job that the server runs itself, {@code @internal:<category>:<name>}. An implementation is a
 * Spring component of the server, or a service of {@link java.util.ServiceLoader} on the class path
 * or in a jar of {@code --plugins}. Several tasks may run concurrently.
 */
public interface InternalExecutor {

  String category();

  String name();

  /** JSON Schema of the payloads; a task with another payload is refused at its submission. */
  JsonNode schema();

  /**
   * Runs one task. An exception becomes the error of the task.
   *
   * @return stored as evidence in the execution record of the task; null for nothing
   */
  JsonNode run(InternalTask task) throws Exception;
}
