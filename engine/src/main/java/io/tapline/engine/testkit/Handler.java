package io.tapline.engine.testkit;

import io.tapline.api.ClaimAnswer;
import tools.jackson.databind.JsonNode;

/** What a worker does with its work. */
@FunctionalInterface
public interface Handler {

  /**
   * What is thrown fails the attempt: a {@link WorkFailed} with its error class, anything else as
   * TRANSIENT_SYSTEM.
   *
   * @return the result to complete with; may be null
   */
  JsonNode handle(ClaimAnswer.Item work) throws Exception;
}
