package io.tapline.server.execution;

import io.tapline.api.ExecutionState;
import io.tapline.api.Limits;
import io.tapline.api.Progress;
import io.tapline.engine.model.ActionNote;
import io.tapline.engine.model.Attempt;
import io.tapline.engine.model.DeadLetterNote;
import io.tapline.engine.model.HoldNote;
import io.tapline.engine.model.LeaseTerms;
import io.tapline.engine.read.evidence.ActionReads;
import io.tapline.engine.read.evidence.SubjectHistory;
import io.tapline.engine.read.subject.SubjectView;
import io.tapline.server.actions.WireFields;
import io.tapline.server.http.ApiField;
import io.tapline.server.http.ValueShape;
import java.util.List;
import java.util.stream.Stream;

/** The shapes of jobs and their evidence: documents, with fields from lineage. */
final class EvidenceShapes {

  private static final ValueShape RECORD =
      ValueShape.with(
          Attempt.class,
          List.of(),
          own("record_euid"),
          WireFields.SUBJECT_LOOKUP,
          WireFields.QUEUE_LOOKUP,
          linked("worker_lookup_euid", "its worker"),
          named("worker_lookup_name"),
          linked("lease_lookup_euid", "its lease"),
          linked("supersedes_lookup_euid", "the record of the previous attempt"),
          ApiField.required(
              "outputs",
              ValueShape.many(WireFields.KEY, Integer.MAX_VALUE),
              "the objects that the attempt created, from lineage"));

  /** A lease. */
  static final ValueShape LEASE =
      ValueShape.with(
          LeaseTerms.class,
          List.of("lease_token"),
          own("lease_euid"),
          ApiField.required(
              "fencing_token",
              ValueShape.whole(1, Long.MAX_VALUE),
              "increases with every claim of the job"),
          WireFields.SUBJECT_LOOKUP,
          WireFields.SUBJECT_NAME_LOOKUP,
          ApiField.optional(
              "subject_lookup_state",
              ValueShape.choice(ExecutionState.class),
              "the current status"),
          WireFields.QUEUE_LOOKUP,
          linked("worker_lookup_euid", "the worker that holds the lease"),
          named("worker_lookup_name"),
          linked("record_lookup_euid", "the record of the attempt"),
          ApiField.optional(
              "progress",
              ValueShape.of(Progress.class),
              "the last reported progress; null without a report"));

  static final ValueShape HOLD =
      ValueShape.with(
          HoldNote.class,
          List.of(),
          own("hold_euid"),
          WireFields.SUBJECT_LOOKUP,
          WireFields.SUBJECT_NAME_LOOKUP,
          WireFields.QUEUE_LOOKUP,
          linked("placed_by_lookup_euid", "the principal or worker that placed the hold"),
          named("placed_by_lookup_name"),
          linked("released_by_lookup_euid", "the principal or worker that released the hold"),
          named("released_by_lookup_name"));

  static final ValueShape DEAD_LETTER =
      ValueShape.with(
          DeadLetterNote.class,
          List.of(),
          own("dead_letter_euid"),
          WireFields.SUBJECT_LOOKUP,
          WireFields.SUBJECT_NAME_LOOKUP,
          WireFields.QUEUE_LOOKUP,
          linked("last_execution_record_lookup_euid", "the record of the last attempt"),
          linked("last_lease_lookup_euid", "the lease of the last attempt"),
          linked("resolved_by_lookup_euid", "the principal that resolved the dead letter"),
          named("resolved_by_lookup_name"));

  private static final ApiField TO_QUEUE =
      ApiField.optional("to_queue_key", WireFields.KEY, "the queue that the job was moved to");

  private static final ValueShape ACTION =
      ValueShape.with(
          ActionNote.class,
          List.of("execution", "result"),
          own("action_euid"),
          ApiField.required("at", ValueShape.time(), "the time of the action"),
          TO_QUEUE,
          named("subject_lookup_name"),
          named("worker_lookup_name"),
          named("actor_lookup_name"),
          ApiField.optional("result", ValueShape.json(), "the object that the action changed"));

  /** An action in the audit trail of a tenant. */
  static final ValueShape TRAIL =
      ValueShape.with(
          ActionNote.class,
          Stream.concat(Stream.of("execution"), ActionReads.UNSHOWN.stream()).toList(),
          own("action_euid"),
          ApiField.required("at", ValueShape.time(), "the time of the action"),
          TO_QUEUE,
          named("subject_lookup_name"),
          named("worker_lookup_name"),
          named("actor_lookup_name"));

  static final ValueShape HISTORY =
      ValueShape.with(
          SubjectHistory.class,
          List.of("records", "leases", "holds", "dead_letters", "actions"),
          list("records", RECORD, "attempts"),
          list("leases", LEASE, "leases without their tokens"),
          list("holds", HOLD, "holds"),
          list("dead_letters", DEAD_LETTER, "dead letters"),
          list("actions", ACTION, "all actions on the job, without renewals"));

  static final ValueShape SUBJECT =
      ValueShape.with(
          SubjectView.class,
          List.of("active_lease", "active_holds", "dead_letter"),
          ApiField.optional("active_lease", LEASE, "the live lease"),
          ApiField.required(
              "active_holds", ValueShape.many(HOLD, Integer.MAX_VALUE), "active holds"),
          ApiField.optional("dead_letter", DEAD_LETTER, "the open dead letter; null without one"));

  private EvidenceShapes() {}

  private static ApiField own(String name) {
    return ApiField.required(name, WireFields.KEY, "the EUID of the object");
  }

  private static ApiField linked(String name, String about) {
    return ApiField.optional(name, WireFields.KEY, about + ", from lineage");
  }

  private static ApiField named(String name) {
    return ApiField.optional(name, ValueShape.text(Limits.TEXT), "display name");
  }

  private static ApiField list(String name, ValueShape item, String about) {
    return ApiField.required(
        name, ValueShape.many(item, SubjectHistory.MOST), about + ", oldest first");
  }
}
