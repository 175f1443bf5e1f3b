package io.tapline.server.api;

import io.tapline.engine.command.PreconditionTarget;
import io.tapline.engine.decide.Limits;
import io.tapline.engine.model.ExecutionState;
import io.tapline.engine.model.WorkerStatus;
import io.tapline.engine.read.Page;
import io.tapline.server.http.Endpoint;
import io.tapline.server.http.Field;
import io.tapline.server.http.Shape;
import java.util.List;

/** Fields that many requests have, described once. */
final class WireFields {

  static final Shape KEY = Shape.text(Limits.KEY);
  static final Shape NAME = Shape.text(Limits.NAME);
  static final Shape CODE = Shape.text(Limits.CODE, Limits.CODE_PATTERN);
  static final Shape REASON = Shape.text(Limits.TEXT);

  static final Field SUBJECT = Field.required("subject_euid", KEY, "the subject");
  static final Field WORKER = Field.required("worker_euid", KEY, "the worker that asks");
  static final Field LEASE = Field.required("lease_euid", KEY, "the lease it holds");
  static final Field WHY = Field.required("reason", REASON, "why, for the evidence");
  static final Field PERHAPS_WHY = Field.optional("reason", REASON, "why, for the evidence");
  static final Field METADATA =
      Field.optional(
          "metadata", Shape.open(), "an object with anything else worth keeping with it");
  static final Field OVERRIDE =
      Field.optional(
          "override", Shape.flag(), "an administrator acts on what is another's; needs a reason");
  static final Field PRIORITY =
      Field.optional("priority", Shape.whole(0, Limits.PRIORITY), "higher is sooner");
  static final Field READY_AT =
      Field.optional("ready_at", Shape.time(), "not before this time; absent: now");
  static final Field DUE_AT =
      Field.optional("due_at", Shape.time(), "earlier is sooner among equal priorities");
  static final Field NEXT_ACTION =
      Field.optional("next_action_key", KEY, "what the worker is to do, in its own words");
  static final Field SCOPE =
      Field.optional(
          "scope",
          Shape.fields(
              Field.optional("site", NAME, "the site it belongs to"),
              Field.optional("platform", NAME, "the platform it needs"),
              Field.optional("assay", NAME, "the assay it is part of")),
          "where it may be done");

  static final Field CORRELATED =
      Field.optional(
          "correlation",
          Shape.fields(
              Field.optional("trx_euid", CODE, "the transaction"),
              Field.optional("accession_euid", CODE, "the accession"),
              Field.optional("run_euid", CODE, "the run"),
              Field.optional("step_euid", CODE, "the step")),
          "what it belongs to in the systems around: carried into every record, searched by");

  static final Field IDEMPOTENCY_KEY =
      Field.optional(
          "idempotency_key",
          KEY,
          "the same key with the same request is the same request; required here or as a header");
  static final Field CORRELATION =
      Field.optional("correlation_id", KEY, "carried into evidence and events");
  static final Field PAYLOAD =
      Field.optional("payload", Shape.json(), "allowed everywhere, kept only by a claim");
  static final Field PAYLOAD_HASH =
      Field.optional(
          "payload_hash", Shape.json(), "allowed and not used: the server makes its own");

  static final Field SUBJECT_LOOKUP =
      Field.optional("subject_lookup_euid", KEY, "its subject, as lineage says");
  static final Field SUBJECT_NAME_LOOKUP =
      Field.optional("subject_lookup_name", Shape.text(Limits.TEXT), "how people call it");
  static final Field QUEUE_LOOKUP =
      Field.optional("queue_lookup_key", KEY, "its queue, as lineage says");

  private WireFields() {}

  /** Where there is nothing to compare them with, they are no fields of the request. */
  static List<Field> expected(PreconditionTarget target) {
    return switch (target) {
      case SUBJECT ->
          List.of(
              state(ExecutionState.class, "refused while the one subject is in any other state"),
              revision("refused while the one subject is at any other revision"));
      case WORKER ->
          List.of(
              state(WorkerStatus.class, "refused while the worker has any other status"),
              revision("refused while the worker is at any other revision"));
      case QUEUE -> List.of(revision("refused while the queue is at any other revision"));
      case WEBHOOK -> List.of(revision("refused while the webhook is at any other revision"));
      case NOTHING -> List.of();
    };
  }

  private static <E extends Enum<E>> Field state(Class<E> states, String about) {
    return Field.optional("expected_state", Shape.choice(states), about);
  }

  private static Field revision(String about) {
    return Field.optional("expected_revision", Shape.whole(0, Long.MAX_VALUE), about);
  }

  /** Filters are added to it; every list has these two. */
  static Endpoint.Builder paged(Endpoint.Builder list) {
    return list.query("limit", Shape.whole(1, Page.MAX_LIMIT), "items on a page; 50 if absent")
        .query("cursor", Shape.text(1_000), "the next_cursor of the page before");
  }
}
