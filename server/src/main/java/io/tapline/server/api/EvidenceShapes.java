package io.tapline.server.api;

import io.tapline.engine.decide.Limits;
import io.tapline.engine.model.ActionNote;
import io.tapline.engine.model.Attempt;
import io.tapline.engine.model.DeadLetterNote;
import io.tapline.engine.model.ExecutionState;
import io.tapline.engine.model.HoldNote;
import io.tapline.engine.model.LeaseTerms;
import io.tapline.engine.model.Progress;
import io.tapline.engine.read.ActionReads;
import io.tapline.engine.read.SubjectHistory;
import io.tapline.engine.read.SubjectView;
import io.tapline.server.http.Field;
import io.tapline.server.http.Shape;
import java.util.List;
import java.util.stream.Stream;

/** Subjects and their evidence as they are shown: documents, with what lineage says beside them. */
final class EvidenceShapes {

  private static final Shape RECORD =
      Shape.with(
          Attempt.class,
          List.of(),
          own("record_euid"),
          WireFields.SUBJECT_LOOKUP,
          WireFields.QUEUE_LOOKUP,
          linked("worker_lookup_euid", "its worker"),
          named("worker_lookup_name"),
          linked("lease_lookup_euid", "its lease"));

  /** The same in every answer. */
  static final Shape LEASE =
      Shape.with(
          LeaseTerms.class,
          List.of("lease_token"),
          own("lease_euid"),
          Field.required("fencing_token", Shape.whole(1, Long.MAX_VALUE), "rises with every claim"),
          WireFields.SUBJECT_LOOKUP,
          WireFields.SUBJECT_NAME_LOOKUP,
          Field.optional(
              "subject_lookup_state", Shape.choice(ExecutionState.class), "how it stands now"),
          WireFields.QUEUE_LOOKUP,
          linked("worker_lookup_euid", "who holds it"),
          named("worker_lookup_name"),
          linked("record_lookup_euid", "the record of its attempt"),
          Field.optional("progress", Shape.of(Progress.class), "how far it is, if it was said"));

  static final Shape HOLD =
      Shape.with(
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

  static final Shape DEAD_LETTER =
      Shape.with(
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

  private static final Shape ACTION =
      Shape.with(
          ActionNote.class,
          List.of("execution", "result"),
          own("action_euid"),
          Field.required("at", Shape.time(), "when it was carried out"),
          named("subject_lookup_name"),
          named("worker_lookup_name"),
          named("actor_lookup_name"),
          Field.optional("result", Shape.json(), "the object that it changed"));

  /** In the trail of a whole tenant. */
  static final Shape TRAIL =
      Shape.with(
          ActionNote.class,
          Stream.concat(Stream.of("execution"), ActionReads.UNSHOWN.stream()).toList(),
          own("action_euid"),
          Field.required("at", Shape.time(), "when it was carried out"),
          named("subject_lookup_name"),
          named("worker_lookup_name"),
          named("actor_lookup_name"));

  static final Shape HISTORY =
      Shape.with(
          SubjectHistory.class,
          List.of("records", "leases", "holds", "dead_letters", "actions"),
          list("records", RECORD, "attempts"),
          list("leases", LEASE, "leases, without their tokens"),
          list("holds", HOLD, "holds"),
          list("dead_letters", DEAD_LETTER, "dead letters"),
          list("actions", ACTION, "everything that was done to it, but renewals"));

  static final Shape SUBJECT =
      Shape.with(
          SubjectView.class,
          List.of("active_lease", "active_holds", "dead_letter"),
          Field.optional("active_lease", LEASE, "the live lease on it"),
          Field.required(
              "active_holds", Shape.many(HOLD, Integer.MAX_VALUE), "holds that were not released"),
          Field.optional("dead_letter", DEAD_LETTER, "the open one"));

  private EvidenceShapes() {}

  private static Field own(String name) {
    return Field.required(name, WireFields.KEY, "its own EUID");
  }

  private static Field linked(String name, String about) {
    return Field.optional(name, WireFields.KEY, about + ", as lineage says");
  }

  private static Field named(String name) {
    return Field.optional(name, Shape.text(Limits.TEXT), "how people call them");
  }

  private static Field list(String name, Shape item, String about) {
    return Field.required(name, Shape.many(item, SubjectHistory.MOST), about + ", oldest first");
  }
}
