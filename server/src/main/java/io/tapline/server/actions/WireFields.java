package io.tapline.server.actions;

import io.tapline.api.ExecutionState;
import io.tapline.api.Page;
import io.tapline.engine.command.Limits;
import io.tapline.engine.command.PreconditionTarget;
import io.tapline.engine.model.WorkerStatus;
import io.tapline.engine.read.base.QueueAudience;
import io.tapline.server.http.ApiField;
import io.tapline.server.http.Endpoint;
import io.tapline.server.http.EndpointCall;
import io.tapline.server.http.ValueShape;
import java.util.List;

/** Fields that many requests have, described once. */
public final class WireFields {

  public static final ValueShape KEY = ValueShape.text(Limits.KEY);
  public static final ValueShape NAME = ValueShape.text(Limits.NAME);
  public static final ValueShape CODE = ValueShape.text(Limits.CODE, Limits.CODE_PATTERN);
  public static final ValueShape REASON = ValueShape.text(Limits.TEXT);

  /** Restricts a list to the queues that the figures of GET /queues count. */
  public static final List<String> LISTED = List.of("listed");

  public static final ApiField SUBJECT = ApiField.required("subject_euid", KEY, "the job");
  public static final ApiField WHY =
      ApiField.required("reason", REASON, "the reason, stored as evidence");
  public static final ApiField PERHAPS_WHY =
      ApiField.optional("reason", REASON, "the reason, stored as evidence");
  public static final ApiField PRIORITY =
      ApiField.optional(
          "priority",
          ValueShape.whole(-Limits.PRIORITY, Limits.PRIORITY),
          "jobs with a higher priority are claimed first");
  public static final ApiField READY_AT =
      ApiField.optional(
          "ready_at", ValueShape.time(), "the earliest time of a claim; default: now");
  public static final ApiField DUE_AT =
      ApiField.optional(
          "due_at",
          ValueShape.time(),
          "among equal priorities, jobs with an earlier due time are claimed first");
  public static final ApiField NEXT_ACTION =
      ApiField.optional(
          "next_action_key", KEY, "the action for the worker, as a code of the application");
  public static final ApiField SCOPE =
      ApiField.optional(
          "scope",
          ValueShape.fields(
              ApiField.optional("site", NAME, "the site of the job"),
              ApiField.optional("platform", NAME, "the platform that the job needs"),
              ApiField.optional("assay", NAME, "the assay of the job")),
          "the place of execution");

  public static final ApiField CORRELATED =
      ApiField.optional(
          "correlation",
          ValueShape.fields(
              ApiField.optional("trx_euid", CODE, "the transaction"),
              ApiField.optional("accession_euid", CODE, "the accession"),
              ApiField.optional("run_euid", CODE, "the run"),
              ApiField.optional("step_euid", CODE, "the step")),
          "references to objects of other systems: stored in every record, and searchable");

  static final ApiField IDEMPOTENCY_KEY =
      ApiField.optional(
          "idempotency_key",
          KEY,
          "identifies the request: a repetition with the same key returns the first answer;"
              + " required here or as a header");
  static final ApiField CORRELATION =
      ApiField.optional("correlation_id", CODE, "stored in evidence and events");
  static final ApiField PAYLOAD =
      ApiField.optional(
          "payload", ValueShape.json(), "accepted everywhere, stored by claims only");
  static final ApiField PAYLOAD_HASH =
      ApiField.optional(
          "payload_hash",
          ValueShape.json(),
          "accepted and ignored: the server generates the value");

  public static final ApiField SUBJECT_LOOKUP =
      ApiField.optional("subject_lookup_euid", KEY, "the job, from lineage");
  public static final ApiField SUBJECT_NAME_LOOKUP =
      ApiField.optional("subject_lookup_name", ValueShape.text(Limits.TEXT), "the display name");
  public static final ApiField QUEUE_LOOKUP =
      ApiField.optional("queue_lookup_key", KEY, "the queue, from lineage");

  private WireFields() {}

  /** Preconditions of a request; a target without state or revision has no such fields. */
  static List<ApiField> expected(PreconditionTarget target) {
    return switch (target) {
      case SUBJECT ->
          List.of(
              state(ExecutionState.class, "refused if the job is in another state"),
              revision("refused if the job has another revision"));
      case WORKER ->
          List.of(
              state(WorkerStatus.class, "refused if the worker has another status"),
              revision("refused if the worker has another revision"));
      case QUEUE -> List.of(revision("refused if the queue has another revision"));
      case WEBHOOK -> List.of(revision("refused if the webhook has another revision"));
      case NOTHING -> List.of();
    };
  }

  private static <E extends Enum<E>> ApiField state(Class<E> states, String about) {
    return ApiField.optional("expected_state", ValueShape.choice(states), about);
  }

  private static ApiField revision(String about) {
    return ApiField.optional("expected_revision", ValueShape.whole(0, Long.MAX_VALUE), about);
  }

  /** The audience that the queues of a list are restricted to; null for no restriction. */
  public static QueueAudience audience(EndpointCall call) {
    return call.oneOf("queues", LISTED) == null ? null : QueueAudience.of(call.caller());
  }

  /** Adds the parameters of every list. */
  public static Endpoint.Builder paged(Endpoint.Builder list) {
    return list.query("limit", ValueShape.whole(1, Page.MAX_LIMIT), "items per page; default: 50")
        .query("cursor", ValueShape.text(1_000), "the next_cursor of the previous page");
  }
}
