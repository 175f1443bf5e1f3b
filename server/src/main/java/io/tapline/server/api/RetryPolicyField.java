package io.tapline.server.api;

import io.tapline.engine.decide.Limits;
import io.tapline.engine.model.RetryPolicy;
import io.tapline.server.http.Field;
import io.tapline.server.http.Shape;
import java.util.List;

/** How a queue, or a kind of job, says when a failure is tried again. */
public final class RetryPolicyField {

  private static final Shape DELAY = Shape.decimal(0, Limits.RETRY_DELAY_SECONDS);

  public static final Field FIELD =
      Field.optional(
          "retry_policy",
          Shape.fields(
              Field.optional(
                  "mode",
                  Shape.choice(List.of(RetryPolicy.EXPONENTIAL_BACKOFF)),
                  "the one there is"),
              Field.optional(
                  "initial_delay_seconds", DELAY, "before the first retry; 0.5 is half a second"),
              Field.optional(
                  "backoff_factor",
                  Shape.decimal(1, Limits.BACKOFF_FACTOR),
                  "each wait to the next"),
              Field.optional("max_delay_seconds", DELAY, "no wait is longer"),
              Field.optional("jitter_fraction", Shape.decimal(0, 1), "spread of the waits")),
          "when a failure is tried again");

  private RetryPolicyField() {}
}
