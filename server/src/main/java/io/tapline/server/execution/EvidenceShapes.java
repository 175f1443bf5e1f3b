package io.tapline.server.execution;

import io.tapline.api.ExecutionState;
import io.tapline.api.Progress;
import io.tapline.engine.command.Limits;
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
          linked("supersedes_lookup_euid", "the record that it supersedes"),
          ApiField.required(
              "outputs",
              ValueShape.many(WireFields.KEY, Integer.MAX_VALUE),
              "the objects that came of it, as lineage says"));

  /** A lease. */
  static final ValueShape LEASE =
      ValueShape.with(
          LeaseTerms.class,
          List.of("lease_token"),
          own("lease_euid"),
          ApiField.required(
              "fencing_token", ValueShape.whole(1, Long.MAX_VALUE), "rises with every claim"),
          WireFields.SUBJECT_LOOKUP,
          WireFields.SUBJECT_NAME_LOOKUP,
          ApiField.optional(
              "subject_lookup_state", ValueShape.choice(ExecutionState.class), "how it stands now"),
          WireFields.QUEUE_LOOKUP,
          linked("worker_lookup_euid", "who holds it"),
          named("worker_lookup_name"),
          linked("record_lookup_euid", "the record of its attempt"),
          ApiField.optional(
              "progress", ValueShape.of(Progress.class), "how far it is, if it was said"));

  static final ValueShape HOLD =
      ValueShape.with(
          HoldNote.class,
          List.of(),
          own("hold_euid"),
          WireFields.SUBJECT_LOOKUP,
          WireFields.SUBJECT_NAME_LOOKUP,
          WireFields.QUEUE_LOOKUP,
          linked("placed_by_lookup_euid", "who placed it, a principal or a worker"),
          named("placed_by_lookup_name"),
          linked("released_by_lookup_euid", "who released it"),
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
          linked("resolved_by_lookup_euid", "who resolved it"),
          named("resolved_by_lookup_name"));

  private static final ApiField TO_QUEUE =
      ApiField.optional("to_queue_key", WireFields.KEY, "the queue that it moved its job to");

  private static final ValueShape ACTION =
      ValueShape.with(
          ActionNote.class,
          List.of("execution", "result"),
          own("action_euid"),
          ApiField.required("at", ValueShape.time(), "when it was carried out"),
          TO_QUEUE,
          named("subject_lookup_name"),
          named("worker_lookup_name"),
          named("actor_lookup_name"),
          ApiField.optional("result", ValueShape.json(), "the object that it changed"));

  /** An action in the audit trail of a tenant. */
  static final ValueShape TRAIL =
      ValueShape.with(
          ActionNote.class,
          Stream.concat(Stream.of("execution"), ActionReads.UNSHOWN.stream()).toList(),
          own("action_euid"),
          ApiField.required("at", ValueShape.time(), "when it was carried out"),
          TO_QUEUE,
          named("subject_lookup_name"),
          named("worker_lookup_name"),
          named("actor_lookup_name"));

  static final ValueShape HISTORY =
      ValueShape.with(
          SubjectHistory.class,
          List.of("records", "leases", "holds", "dead_letters", "actions"),
          list("records", RECORD, "attempts"),
          list("leases", LEASE, "leases, without their tokens"),
          list("holds", HOLD, "holds"),
          list("dead_letters", DEAD_LETTER, "dead letters"),
          list("actions", ACTION, "everything that was done to it, but renewals"));

  static final ValueShape SUBJECT =
      ValueShape.with(
          SubjectView.class,
          List.of("active_lease", "active_holds", "dead_letter"),
          ApiField.optional("active_lease", LEASE, "the live lease on it"),
          ApiField.required(
              "active_holds",
              ValueShape.many(HOLD, Integer.MAX_VALUE),
              "holds that were not released"),
          ApiField.optional("dead_letter", DEAD_LETTER, "the open one"));

  private EvidenceShapes() {}

  private static ApiField own(String name) {
    return ApiField.required(name, WireFields.KEY, "its own EUID");
  }

  private static ApiField linked(String name, String about) {
    return ApiField.optional(name, WireFields.KEY, about + ", as lineage says");
  }

  private static ApiField named(String name) {
    return ApiField.optional(name, ValueShape.text(Limits.TEXT), "how people call them");
  }

  private static ApiField list(String name, ValueShape item, String about) {
    return ApiField.required(
        name, ValueShape.many(item, SubjectHistory.MOST), about + ", oldest first");
  }
}
