package io.tapline.testkit.engine;

import io.tapline.api.ClaimAnswer;
import tools.jackson.databind.JsonNode;

/** The work of a worker on one job. */
@FunctionalInterface
public interface Handler {

  /**
   * An exception fails the attempt: a {@link WorkFailed} with its error class, any other as
   * TRANSIENT_SYSTEM.
   *
   * @return the result to complete with; may be null
   */
  JsonNode handle(ClaimAnswer.Item work) throws Exception;
}
