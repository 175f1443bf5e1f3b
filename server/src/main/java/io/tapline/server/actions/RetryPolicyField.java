package io.tapline.server.actions;

import io.tapline.engine.command.Limits;
import io.tapline.engine.model.RetryPolicy;
import io.tapline.server.http.ApiField;
import io.tapline.server.http.ValueShape;
import java.util.List;

/** The retry policy of a queue or a kind of job, as a field of a request. */
public final class RetryPolicyField {

  private static final ValueShape DELAY = ValueShape.decimal(0, Limits.RETRY_DELAY_SECONDS);

  public static final ApiField FIELD =
      ApiField.optional(
          "retry_policy",
          ValueShape.fields(
              ApiField.optional(
                  "mode",
                  ValueShape.choice(List.of(RetryPolicy.EXPONENTIAL_BACKOFF)),
                  "the only value"),
              ApiField.optional(
                  "initial_delay_seconds",
                  DELAY,
                  "the delay before the first retry, in seconds; 0.5 is half a second"),
              ApiField.optional(
                  "backoff_factor",
                  ValueShape.decimal(1, Limits.BACKOFF_FACTOR),
                  "the factor from one delay to the next"),
              ApiField.optional("max_delay_seconds", DELAY, "the maximum delay, in seconds"),
              ApiField.optional(
                  "jitter_fraction",
                  ValueShape.decimal(0, 1),
                  "the random spread of the delays, as a fraction")),
          "the delays between attempts");

  private RetryPolicyField() {}
}
