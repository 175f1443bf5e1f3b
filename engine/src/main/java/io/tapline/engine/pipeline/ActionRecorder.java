package io.tapline.engine.pipeline;

import io.tapline.engine.decide.CorrelationIds;
import io.tapline.engine.decide.DecisionInput;
import io.tapline.engine.decide.SubjectChange;
import io.tapline.engine.model.ActionAnswer;
import io.tapline.engine.model.ActionName;
import io.tapline.engine.model.ActionNote;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.Envelope;
import io.tapline.engine.model.EventType;
import io.tapline.engine.model.ExecutionRecord;
import io.tapline.engine.model.Lease;
import io.tapline.engine.model.ObjectRef;
import io.tapline.engine.model.Queue;
import io.tapline.engine.store.ActionEntry;
import io.tapline.engine.store.BatchWriter;
import io.tapline.engine.store.TransactionClockAndIds;
import io.tapline.tapdb.Json;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import tools.jackson.databind.JsonNode;

/** Turns what was decided into the action instance that proves it, and into the answer. */
final class ActionRecorder {

  private final PipelineContext context;
  private final Tx tx;
  private final RequestCaller asker;
  private final TransactionClockAndIds clockAndIds;
  private final BatchWriter writer;

  ActionRecorder(
      PipelineContext context,
      Tx tx,
      RequestCaller asker,
      TransactionClockAndIds clockAndIds,
      BatchWriter writer) {
    this.context = context;
    this.tx = tx;
    this.asker = asker;
    this.clockAndIds = clockAndIds;
    this.writer = writer;
  }

  ActionAnswer subject(BatchItem item, DecisionInput s, SubjectChange change, Long feedKey)
      throws SQLException {
    return subject(RequestEvidence.of(item), s, change, feedKey, null);
  }

  /**
   * @param own what the answer shows instead of the changed object; or null
   */
  ActionAnswer subject(
      RequestEvidence request, DecisionInput s, SubjectChange change, Long feedKey, JsonNode own)
      throws SQLException {
    var lease = lease(change, s, request.action());
    var note = note(request, s, change, own);
    var template = context.kinds().action(tx, request.action());
    var ref = clockAndIds.next(template);
    writer.act(
        new ActionEntry(
            ref,
            template,
            s.subject().uid(),
            lease == null ? null : lease.workerUid(),
            lease != null
                ? Long.valueOf(lease.queueUid())
                : s.queue() == null ? null : s.queue().uid(),
            request.byWorker() ? null : asker.actorUid(),
            feedKey,
            note));
    return ActionAnswer.of(ref.euid(), note, false);
  }

  /** For a request that found everything done already. */
  ActionAnswer nothing(BatchItem item, DecisionInput s, SubjectChange change) {
    return ActionAnswer.of(null, note(RequestEvidence.of(item), s, change, null), false);
  }

  /**
   * A subject that the request made, or sent to its first queue.
   *
   * @param target what the request named, when it is not the subject
   */
  ActionAnswer sent(
      RequestEvidence request,
      ObjectRef subject,
      Queue queue,
      SubjectChange change,
      String target,
      Long feedKey,
      JsonNode own)
      throws SQLException {
    var template = context.kinds().action(tx, request.action());
    var ref = clockAndIds.next(template);
    var meta = request.meta();
    var note =
        new ActionNote(
            request.action(),
            request.verb(),
            asker.caller().principal(),
            role(asker.caller()),
            target,
            null,
            subject.euid(),
            request.workerEuid(),
            request.leaseEuid(),
            null,
            null,
            null,
            queue == null ? null : queue.key(),
            request.reason(),
            null,
            null,
            change.fromState(),
            change.after().state(),
            change.before() == null ? null : change.before().revision(),
            change.after().revision(),
            CorrelationIds.id(meta, change.after()),
            CorrelationIds.trace(meta, change.after()),
            meta.idempotencyKey(),
            request.payloadHash(),
            context.softwareVersion(),
            "OK",
            own,
            own == null ? change.after() : null,
            change.events().isEmpty() ? null : change.events());
    writer.act(
        new ActionEntry(
            ref,
            template,
            subject.uid(),
            null,
            queue == null ? null : queue.uid(),
            asker.actorUid(),
            feedKey,
            note));
    return ActionAnswer.of(ref.euid(), note, false);
  }

  private ActionNote note(
      RequestEvidence request, DecisionInput s, SubjectChange change, JsonNode own) {
    var lease = lease(change, s, request.action());
    var record = record(change, s);
    var hold =
        change.newHold() != null
            ? change.newHold()
            : change.releasedHolds().isEmpty() ? null : change.releasedHolds().get(0);
    var letter =
        change.newDeadLetter() != null ? change.newDeadLetter() : change.resolvedDeadLetter();
    var meta = request.meta();
    var envelope = own == null && change.result() instanceof Envelope shown ? shown : null;
    return new ActionNote(
        request.action(),
        request.verb(),
        asker.caller().principal(),
        role(asker.caller()),
        request.target(),
        null,
        s.subject().euid(),
        s.worker() == null ? null : s.worker().euid(),
        lease == null ? null : lease.euid(),
        record == null ? null : record.euid(),
        hold == null ? null : hold.euid(),
        letter == null ? null : letter.euid(),
        change.before().nextQueueKey(),
        request.reason(),
        request.metadata(),
        request.override() ? Boolean.TRUE : null,
        change.fromState(),
        change.after().state(),
        change.before().revision(),
        change.after().revision(),
        CorrelationIds.id(meta, s.subject().execution()),
        CorrelationIds.trace(meta, s.subject().execution()),
        meta.idempotencyKey(),
        request.payloadHash(),
        context.softwareVersion(),
        change.status(),
        own != null ? own : envelope != null ? null : result(change.result()),
        envelope,
        change.events().isEmpty() ? null : change.events());
  }

  /** The lease that the action is about: granted, changed, or, to start or for a pulse, used. */
  private static Lease lease(SubjectChange change, DecisionInput s, ActionName action) {
    if (change.newLease() != null) {
      return change.newLease();
    }
    if (change.changedLease() != null) {
      return change.changedLease();
    }
    return action.pulse() || starts(change) ? s.lease() : null;
  }

  /** The attempt that the action is about: begun, written of another, closed, or set going. */
  private static ExecutionRecord record(SubjectChange change, DecisionInput s) {
    if (change.newRecord() != null) {
      return change.newRecord();
    }
    return change.closedRecord() != null || !starts(change) ? change.closedRecord() : s.record();
  }

  private static boolean starts(SubjectChange change) {
    return change.events().stream().anyMatch(event -> event.type() == EventType.JOB_STARTED);
  }

  /** What the answer shows and the action keeps. */
  static JsonNode result(Object value) {
    return value == null ? null : Json.sparseTree(value);
  }

  static String role(Caller caller) {
    return caller.roles().stream()
        .max(java.util.Comparator.naturalOrder())
        .map(Enum::name)
        .orElse(null);
  }
}
