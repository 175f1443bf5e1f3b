package io.tapline.engine.command;

import io.tapline.engine.model.Refusal;

/** Checks a request before any data is read: missing values, lengths and ranges. */
public final class RequestValidation {

  private RequestValidation() {}

  /** The first fault, or null. */
  public static Refusal refusal(Command command) {
    var checks = new FieldChecks();
    var meta = command.meta();
    if (!(command instanceof Heartbeat)) {
      checks.required("idempotency_key", meta.idempotencyKey(), Limits.KEY);
    } else {
      checks.text("idempotency_key", meta.idempotencyKey(), Limits.KEY);
    }
    checks
        .identifier("correlation_id", meta.correlationId())
        .identifier("trace_id", meta.traceId());
    RequestBinder.check(command, checks);
    return checks.first();
  }
}
