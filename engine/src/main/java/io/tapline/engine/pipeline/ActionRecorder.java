package io.tapline.engine.pipeline;

import io.tapline.engine.decide.CorrelationIds;
import io.tapline.engine.decide.DecisionInput;
import io.tapline.engine.decide.SubjectChange;
import io.tapline.engine.model.ActionAnswer;
import io.tapline.engine.model.ActionAnswerBuilder;
import io.tapline.engine.model.ActionName;
import io.tapline.engine.model.ActionNote;
import io.tapline.engine.model.ActionNoteBuilder;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.Envelope;
import io.tapline.engine.model.EventType;
import io.tapline.engine.model.ExecutionRecord;
import io.tapline.engine.model.Lease;
import io.tapline.engine.model.ObjectRef;
import io.tapline.engine.model.Queue;
import io.tapline.engine.store.ActionEntry;
import io.tapline.engine.store.BatchWriter;
import io.tapline.engine.store.TemplateCache;
import io.tapline.engine.store.TransactionClockAndIds;
import io.tapline.tapdb.Json;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import tools.jackson.databind.JsonNode;

/** Creates the action instance of a decision, which is its evidence, and the answer. */
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
   * @param own the result in the answer instead of the changed object; or null
   */
  ActionAnswer subject(
      RequestEvidence request, DecisionInput s, SubjectChange change, Long feedKey, JsonNode own)
      throws SQLException {
    var lease = lease(change, s, request.action());
    var note = note(request, s, change, own);
    var template = context.templates().action(tx, request.action());
    var ref = clockAndIds.action(template, change.newLease());
    writer.act(
        new ActionEntry(
            ref,
            template,
            s.subject().uid(),
            lease == null ? null : lease.workerUid(),
            lease != null ? Long.valueOf(lease.queueUid()) : queueUid(s, change),
            request.byWorker() ? null : asker.actorUid(),
            feedKey,
            note));
    return ActionAnswerBuilder.builder(ActionAnswer.of(ref.euid(), note, false))
        .holderEuid(
            lease == null || note.workerEuid() != null
                ? null
                : context.templates().template(tx, TemplateCache.WORKER).mint(lease.workerUid()))
        .build();
  }

  /** The answer to a request whose effect exists already. */
  ActionAnswer nothing(BatchItem item, DecisionInput s, SubjectChange change) {
    return ActionAnswer.of(null, note(RequestEvidence.of(item), s, change, null), false);
  }

  /**
   * Records a subject that the request created or routed to its first queue.
   *
   * @param target the object that the request named, when it is not the subject
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
    var template = context.templates().action(tx, request.action());
    var ref = clockAndIds.next(template);
    var note = sentNote(context, asker, request, subject, queue, change, target, own);
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

  /** The evidence of {@link #sent}. */
  static ActionNote sentNote(
      PipelineContext context,
      RequestCaller asker,
      RequestEvidence request,
      ObjectRef subject,
      Queue queue,
      SubjectChange change,
      String target,
      JsonNode own) {
    var meta = request.meta();
    return ActionNoteBuilder.builder()
        .actionKey(request.action())
        .verb(request.verb())
        .actor(asker.caller().principal())
        .role(role(asker.caller()))
        .target(target)
        .subjectEuid(subject.euid())
        .workerEuid(request.workerEuid())
        .leaseEuid(request.leaseEuid())
        .queueKey(queue == null ? null : queue.key())
        .reason(request.reason())
        .fromState(change.fromState())
        .toState(change.after().state())
        .revisionBefore(change.before() == null ? null : change.before().revision())
        .revisionAfter(change.after().revision())
        .correlationId(CorrelationIds.id(meta, change.after()))
        .traceId(CorrelationIds.trace(meta, change.after()))
        .idempotencyKey(meta.idempotencyKey())
        .payloadHash(request.payloadHash())
        .softwareVersion(context.softwareVersion())
        .status("OK")
        .result(own)
        .execution(own == null ? change.after() : null)
        .events(change.events().isEmpty() ? null : change.events())
        .build();
  }

  private ActionNote note(
      RequestEvidence request, DecisionInput s, SubjectChange change, JsonNode own) {
    return note(context, asker, request, s, change, own);
  }

  static ActionNote note(
      PipelineContext context,
      RequestCaller asker,
      RequestEvidence request,
      DecisionInput s,
      SubjectChange change,
      JsonNode own) {
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
    return ActionNoteBuilder.builder()
        .actionKey(request.action())
        .verb(request.verb())
        .actor(asker.caller().principal())
        .role(role(asker.caller()))
        .target(request.target())
        .subjectEuid(s.subject().euid())
        .workerEuid(s.worker() == null ? null : s.worker().euid())
        .leaseEuid(lease == null ? null : lease.euid())
        .recordEuid(record == null ? null : record.euid())
        .holdEuid(hold == null ? null : hold.euid())
        .deadLetterEuid(letter == null ? null : letter.euid())
        .queueKey(queueKey(change))
        .reason(request.reason())
        .metadata(request.metadata())
        .override(request.override() ? Boolean.TRUE : null)
        .fromState(change.fromState())
        .toState(change.after().state())
        .revisionBefore(change.before().revision())
        .revisionAfter(change.after().revision())
        .correlationId(CorrelationIds.id(meta, s.subject().execution()))
        .traceId(CorrelationIds.trace(meta, s.subject().execution()))
        .idempotencyKey(meta.idempotencyKey())
        .payloadHash(request.payloadHash())
        .softwareVersion(context.softwareVersion())
        .status(change.status())
        .result(own != null ? own : envelope != null ? null : result(change.result()))
        .execution(envelope)
        .events(change.events().isEmpty() ? null : change.events())
        .build();
  }

  /** The queue that the job was in; for a finished job, which is in none, its next queue. */
  private static String queueKey(SubjectChange change) {
    var left = change.before().nextQueueKey();
    return left != null ? left : change.after().nextQueueKey();
  }

  private static Long queueUid(DecisionInput s, SubjectChange change) {
    var queue = s.queue() != null ? s.queue() : s.named().get(change.after().nextQueueKey());
    return queue == null ? null : queue.uid();
  }

  /**
   * The lease of the action: the granted or changed one; for a start or a pulse, the current one.
   */
  private static Lease lease(SubjectChange change, DecisionInput s, ActionName action) {
    if (change.newLease() != null) {
      return change.newLease();
    }
    if (change.changedLease() != null) {
      return change.changedLease();
    }
    return action.pulse() || starts(change) ? s.lease() : null;
  }

  /** The attempt of the action: the new, closed or started one. */
  private static ExecutionRecord record(SubjectChange change, DecisionInput s) {
    if (change.newRecord() != null) {
      return change.newRecord();
    }
    return change.closedRecord() != null || !starts(change) ? change.closedRecord() : s.record();
  }

  private static boolean starts(SubjectChange change) {
    return change.events().stream().anyMatch(event -> event.type() == EventType.JOB_STARTED);
  }

  /** The result in the answer and in the stored action. */
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
