package io.tapline.engine.store;

import io.tapline.api.ExecutionState;
import io.tapline.engine.decide.SubjectChange;
import io.tapline.engine.model.ActionNote;
import io.tapline.engine.model.Event;
import io.tapline.tapdb.EuidMint;
import io.tapline.tapdb.StatementList;
import io.tapline.tapdb.Tx;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** Inserts actions as rows of facts, except actions that grant a lease. */
final class FactInsert {

  private static final BatchInsert.TableLayout LAYOUT =
      new BatchInsert.TableLayout(
          "fact_row",
          "tenant_id bigint, uid bigint, template_uid bigint, at timestamptz, subject_uid"
              + " bigint, worker_uid bigint, queue_uid bigint, actor_uid bigint, executed_on_uid"
              + " bigint, target_uid bigint, feed_key bigint, revision_before bigint,"
              + " revision_after bigint, ordinal integer, override boolean, action_code integer, action_key,"
              + " idempotency_key, payload_hash bytea, from_state code, to_state code, event_type integer,"
              + " event_more integer, verb, actor, role code, target, queue_key, subject_euid, worker_euid,"
              + " lease_euid, record_euid, hold_euid, dead_letter_euid, correlation_id, trace_id,"
              + " status, reason, software_code integer, priority integer, attempt_count integer,"
              + " ready_at instant, last_record_uid bigint, terminal boolean, execution jsonb,"
              + " result jsonb, metadata jsonb, events jsonb, "
              + EndingColumns.ALL);

  private final Tx tx;
  private final BatchInsert rows = new BatchInsert(LAYOUT);

  FactInsert(Tx tx) {
    this.tx = tx;
  }

  /**
   * @param time the time of the action, in seconds
   * @param feedKey the feed key of the action
   * @param ending the change that ends an attempt; null for any other
   */
  void add(ActionEntry e, Double time, Long feedKey, SubjectChange ending) {
    var note = e.note();
    var events = note.events();
    var left = note.execution();
    var action =
        new Object[] {
          tx.tenantId(),
          e.ref().uid(),
          e.template().uid(),
          time,
          e.subjectUid(),
          e.workerUid(),
          e.queueUid(),
          e.actorUid(),
          executedOn(e),
          target(e),
          feedKey,
          note.revisionBefore(),
          note.revisionAfter(),
          AttemptColumns.ordinal(note),
          note.override(),
          note.actionKey().code(),
          note.actionKey().code() == 0 ? note.actionKey().wire() : null,
          note.idempotencyKey(),
          AttemptColumns.hash(note.payloadHash()),
          ExecutionState.codeOf(note.fromState()),
          ExecutionState.codeOf(note.toState()),
          type(events, 0),
          type(events, 1),
          note.verb() == null ? null : note.verb().wire(),
          note.actor(),
          AttemptColumns.roleCode(note.role()),
          note.target(),
          note.queueKey(),
          named(note.subjectEuid(), e.subjectUid()),
          named(note.workerEuid(), e.workerUid()),
          named(note.leaseEuid(), ending == null ? null : ending.changedLease().uid()),
          named(note.recordEuid(), ending == null ? null : ending.closedRecord().uid()),
          note.holdEuid(),
          note.deadLetterEuid(),
          note.correlationId(),
          note.traceId(),
          note.status().equals("OK") ? null : note.status(),
          note.reason(),
          tx.softwareCode(),
          left == null ? null : (Integer) left.priority(),
          left == null ? null : (Integer) left.attemptCount(),
          left == null ? null : AttemptColumns.time(left.readyAt()),
          left == null ? null : DocumentCodec.lastRecord(left),
          left != null && left.terminal() ? Boolean.TRUE : null,
          DocumentCodec.execution(note),
          DocumentCodec.text(note.result()),
          DocumentCodec.text(note.metadata()),
          plain(note) ? null : DocumentCodec.events(note)
        };
    rows.add(Stream.of(action, EndingColumns.of(ending)).flatMap(Arrays::stream).toArray());
  }

  /**
   * An identifier that the document of an action has: null if it follows from the uid in the row,
   * empty if there is none although the row has a uid.
   */
  private static String named(String euid, Long uid) {
    if (uid == null) {
      return euid;
    }
    return euid == null ? "" : names(euid, uid) ? null : euid;
  }

  static boolean names(String euid, long uid) {
    return EuidMint.uidOf(euid).equals(OptionalLong.of(uid));
  }

  void write(StatementList statements) {
    rows.write(statements);
  }

  BatchInsert rows() {
    return rows;
  }

  private static Long executedOn(ActionEntry e) {
    if (e.subjectUid() != null) {
      return e.subjectUid();
    }
    return e.workerUid() != null ? e.workerUid() : e.queueUid();
  }

  private static Long target(ActionEntry e) {
    if (e.note().target() == null) {
      return e.subjectUid();
    }
    return switch (e.note().target()) {
      case "worker" -> e.workerUid();
      case "queue" -> e.queueUid();
      case "actor" -> e.actorUid();
      default -> e.subjectUid();
    };
  }

  /**
   * Whether the events contain only values of the action, so that instance_action can derive them.
   */
  static boolean plain(ActionNote note) {
    var events = note.events();
    return events == null || plain(events, note);
  }

  private static boolean plain(List<Event> events, ActionNote note) {
    return !events.isEmpty()
        && events.size() <= 2
        && events.stream().allMatch(event -> moves(event, note));
  }

  private static boolean moves(Event event, ActionNote note) {
    return event.from() == note.fromState()
        && event.to() == note.toState()
        && Objects.equals(event.revision(), note.revisionAfter())
        && event.cause() == null;
  }

  /** The code of the type of an event; null without the event. */
  static Integer type(List<Event> events, int index) {
    return events == null || events.size() <= index
        ? null
        : (Integer) events.get(index).type().code();
  }
}
