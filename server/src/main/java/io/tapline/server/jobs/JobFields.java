package io.tapline.server.jobs;

import io.tapline.api.Code;
import io.tapline.engine.action.Permissions;
import io.tapline.engine.command.Limits;
import io.tapline.engine.model.ActionKey;
import io.tapline.server.actions.ActionRequests;
import io.tapline.server.actions.WireFields;
import io.tapline.server.database.ConnectionShare;
import io.tapline.server.http.ApiField;
import io.tapline.server.http.Endpoint;
import io.tapline.server.http.EndpointAccess;
import io.tapline.server.http.ValueShape;
import java.util.ArrayList;
import java.util.List;

/** Fields that several actions have in common. */
final class JobFields {

  static final String JOBS = "/api/v1/jobs";

  static final ValueShape KEY = ValueShape.text(Limits.KEY);
  static final ValueShape NAME = ValueShape.text(Limits.NAME);
  static final ValueShape CODE = ValueShape.text(Limits.CODE, Limits.CODE_PATTERN);
  static final ValueShape TEXT = ValueShape.text(Limits.TEXT);
  static final ValueShape REF = ValueShape.text(Limits.SIGNAL_TEXT);

  static final ApiField JOB = ApiField.required("job_id", KEY, "the job");
  static final ApiField LEASE_TOKEN =
      ApiField.required("lease_token", KEY, "the token from the answer of the claim");
  static final ApiField REASON =
      ApiField.required("reason", TEXT, "the reason, stored as evidence");
  static final ApiField EXECUTOR =
      ApiField.required("executor", NAME, "the executor, one of the configured ones");

  private static final ApiField IDEMPOTENCY_KEY =
      ApiField.optional(
          "idempotency_key",
          KEY,
          "identifies the request: a repetition with the same key returns the first answer;"
              + " required here or as a header");
  private static final ApiField CORRELATION =
      ApiField.optional("correlation_id", WireFields.CODE, "stored in evidence and events");

  private JobFields() {}

  /** Declares an action with an idempotency key and the roles that the engine requires. */
  static Endpoint.Builder verb(String path, ActionKey action, String summary, ApiField... own) {
    var fields = new ArrayList<>(List.of(own));
    fields.add(IDEMPOTENCY_KEY);
    fields.add(CORRELATION);
    return Endpoint.post(path)
        .summary(summary)
        .access(EndpointAccess.of(Permissions.rolesFor(action)))
        .share(ConnectionShare.of(action))
        .header(
            ActionRequests.KEY_HEADER,
            KEY,
            "the idempotency key, if the body does not contain it")
        .header("traceparent", ValueShape.text(200), "W3C trace context")
        .body(fields)
        .refuses(Code.NOT_FOUND, Code.IDEMPOTENCY_CONFLICT);
  }
}
