package io.tapline.server.jobs;

import io.tapline.engine.decide.Limits;
import io.tapline.engine.decide.Permissions;
import io.tapline.engine.model.ActionKey;
import io.tapline.engine.model.Code;
import io.tapline.server.api.Actions;
import io.tapline.server.database.ConnectionShare;
import io.tapline.server.http.Access;
import io.tapline.server.http.Endpoint;
import io.tapline.server.http.Field;
import io.tapline.server.http.Shape;
import java.util.ArrayList;
import java.util.List;

/** Fields that the verbs have in common. */
final class JobFields {

  static final String JOBS = "/api/v1/jobs";

  static final Shape KEY = Shape.text(Limits.KEY);
  static final Shape NAME = Shape.text(Limits.NAME);
  static final Shape CODE = Shape.text(Limits.CODE, Limits.CODE_PATTERN);
  static final Shape TEXT = Shape.text(Limits.TEXT);
  static final Shape REF = Shape.text(Limits.SIGNAL_TEXT);

  static final Field JOB = Field.required("job_id", KEY, "the job");
  static final Field LEASE_TOKEN =
      Field.required("lease_token", KEY, "the token that came with the claim");
  static final Field REASON = Field.required("reason", TEXT, "why, for the evidence");
  static final Field EXECUTOR =
      Field.required("executor", NAME, "who executes it: one of the configured executors");

  private static final Field IDEMPOTENCY_KEY =
      Field.optional(
          "idempotency_key",
          KEY,
          "the same key with the same request is the same request; required here or as a header");
  private static final Field CORRELATION =
      Field.optional("correlation_id", KEY, "carried into evidence and events");

  private JobFields() {}

  /** A verb that carries an idempotency key, open to those whom the engine lets do it. */
  static Endpoint.Builder verb(String path, ActionKey action, String summary, Field... own) {
    var fields = new ArrayList<>(List.of(own));
    fields.add(IDEMPOTENCY_KEY);
    fields.add(CORRELATION);
    return Endpoint.post(path)
        .summary(summary)
        .access(Access.of(Permissions.rolesFor(action)))
        .share(ConnectionShare.of(action))
        .header(Actions.KEY_HEADER, KEY, "the idempotency_key, when it is not in the body")
        .header("traceparent", Shape.text(200), "W3C trace context")
        .body(fields)
        .refuses(Code.NOT_FOUND, Code.IDEMPOTENCY_CONFLICT);
  }
}
