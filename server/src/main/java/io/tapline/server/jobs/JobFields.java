package io.tapline.server.jobs;

import io.tapline.api.ActionKey;
import io.tapline.api.Code;
import io.tapline.api.FieldRule;
import io.tapline.api.Limits;
import io.tapline.api.Refusal.Faults;
import io.tapline.api.WireField;
import io.tapline.api.request.CommonFields;
import io.tapline.api.request.RequestMeta;
import io.tapline.engine.action.ActionTable;
import io.tapline.server.actions.ActionRequests;
import io.tapline.server.actions.RequestShapes;
import io.tapline.server.actions.WireFields;
import io.tapline.server.database.ConnectionShare;
import io.tapline.server.http.ApiField;
import io.tapline.server.http.Endpoint;
import io.tapline.server.http.EndpointAccess;
import io.tapline.server.http.ValueShape;
import java.util.ArrayList;

/** Fields that several requests have in common. */
final class JobFields {

  static final String JOBS = "/api/v1/jobs";

  static final ValueShape KEY = ValueShape.text(Limits.KEY);
  static final ValueShape NAME = ValueShape.text(Limits.NAME);

  /** The configured executors determine its refusals ({@link AllowedExecutors}). */
  private static final ApiField EXECUTOR =
      ApiField.required("executor", NAME, "the executor, one of the configured ones");

  private static final ApiField IDEMPOTENCY_KEY =
      ApiField.optional(
          "idempotency_key",
          KEY,
          "identifies the request: a repetition with the same key returns the first answer;"
              + " required here or as a header");
  private static final ApiField CORRELATION =
      ApiField.optional("correlation_id", WireFields.CODE, "stored in evidence and events");

  /** A job and its lease, in requests of the executor that holds it. */
  @WireField.Group
  record Held(
      @WireField(required = true, length = Limits.KEY, about = "the job") String jobId,
      @WireField(
              required = true,
              length = Limits.KEY,
              about = "the token from the answer of the claim")
          String leaseToken) {}

  /** A request that contains a reason and nothing else. */
  record WithReason(RequestMeta meta, @CommonFields.Reason String reason) {}

  /** A text that is not blank. */
  static final class NotBlank implements FieldRule<String> {
    @Override
    public void check(String field, String value, Faults faults) {
      faults.that(value == null || !value.isBlank(), field, "is required");
    }
  }

  private JobFields() {}

  /** Declares an action with an idempotency key and the roles that the engine requires. */
  static Endpoint.Builder verb(String path, ActionKey action, String summary, Class<?> body) {
    var fields = new ArrayList<>(RequestShapes.of(body));
    fields.replaceAll(field -> field.name().equals(EXECUTOR.name()) ? EXECUTOR : field);
    fields.add(IDEMPOTENCY_KEY);
    fields.add(CORRELATION);
    return Endpoint.post(path)
        .summary(summary)
        .access(EndpointAccess.of(ActionTable.of(action).roles()))
        .share(ConnectionShare.of(action))
        .header(
            ActionRequests.KEY_HEADER, KEY, "the idempotency key, if the body does not contain it")
        .header("traceparent", ValueShape.text(200), "W3C trace context")
        .body(fields)
        .refuses(Code.NOT_FOUND, Code.IDEMPOTENCY_CONFLICT);
  }
}
