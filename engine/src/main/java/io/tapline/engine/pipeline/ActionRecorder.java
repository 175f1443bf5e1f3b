package io.tapline.engine.pipeline;

import io.tapline.api.ActionName;
import io.tapline.api.EventType;
import io.tapline.engine.decide.DecisionInput;
import io.tapline.engine.decide.LinkTypes;
import io.tapline.engine.decide.SubjectChange;
import io.tapline.engine.model.ActionAnswer;
import io.tapline.engine.model.ActionAnswerBuilder;
import io.tapline.engine.model.ActionNote;
import io.tapline.engine.model.ActionNoteBuilder;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.Envelope;
import io.tapline.engine.model.Event;
import io.tapline.engine.model.ExecutionRecord;
import io.tapline.engine.model.ItemOutcome;
import io.tapline.engine.model.Lease;
import io.tapline.engine.model.ObjectRef;
import io.tapline.engine.model.Queue;
import io.tapline.engine.store.ActionEntry;
import io.tapline.engine.store.ActionEntryBuilder;
import io.tapline.engine.store.FeedKeys;
import io.tapline.engine.store.TemplateCache;
import io.tapline.tapdb.Json;
import io.tapline.tapdb.Link;
import java.sql.SQLException;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Creates the action instance of a decision, which is its evidence, and the answer. */
public final class ActionRecorder {

  private final ActionTransaction action;

  ActionRecorder(ActionTransaction action) {
    this.action = action;
  }

  public ActionAnswer subject(
      RequestEvidence request, DecisionInput s, SubjectChange change, Long feedKey)
      throws SQLException {
    return subject(request, s, change, feedKey, null);
  }

  /**
   * @param own the result in the answer instead of the changed object; or null
   */
  public ActionAnswer subject(
      RequestEvidence request, DecisionInput s, SubjectChange change, Long feedKey, JsonNode own)
      throws SQLException {
    var lease = lease(change, s, request.action());
    var note = note(request, s, change, own);
    var template = action.templates().action(action.tx(), request.action());
    var ref = action.clockAndIds().action(template, change.newLease());
    action
        .writer()
        .act(
            new ActionEntry(
                ref,
                template,
                s.subject().uid(),
                lease == null ? null : lease.workerUid(),
                lease != null ? Long.valueOf(lease.queueUid()) : queueUid(s, change),
                request.byWorker() ? null : action.request().actorUid(),
                feedKey,
                note));
    return ActionAnswerBuilder.builder(ActionAnswer.of(ref.euid(), note, false))
        .holderEuid(
            lease == null || note.workerEuid() != null
                ? null
                : action
                    .templates()
                    .template(action.tx(), TemplateCache.WORKER)
                    .mint(lease.workerUid()))
        .build();
  }

  /** The answer to a request whose effect exists already. */
  public ActionAnswer nothing(DecisionInput s, SubjectChange change) {
    return ActionAnswer.of(
        null, note(RequestEvidence.of(action.request()), s, change, null), false);
  }

  /**
   * A subject that the request created or routed to its first queue.
   *
   * @param queue the first queue; null for a prepared subject
   * @param feedKey the feed key of the subject's newest action; null for a new subject
   */
  public record SentSubject(ObjectRef ref, Queue queue, SubjectChange change, Long feedKey) {}

  /**
   * Records a subject that the request created or routed to its first queue.
   *
   * @param own the result in the answer instead of the envelope; or null
   */
  public ActionAnswer sent(RequestEvidence request, SentSubject sent, JsonNode own)
      throws SQLException {
    var template = action.templates().action(action.tx(), request.action());
    var ref = action.clockAndIds().next(template);
    var note = sentNote(action.context(), action.caller(), request, sent, own);
    action
        .writer()
        .act(
            ActionEntryBuilder.builder()
                .ref(ref)
                .template(template)
                .subjectUid(sent.ref().uid())
                .queueUid(sent.queue() == null ? null : sent.queue().uid())
                .actorUid(action.request().actorUid())
                .feedKey(sent.feedKey())
                .note(note)
                .build());
    return ActionAnswer.of(ref.euid(), note, false);
  }

  /** The evidence of {@link #sent}. */
  public static ActionNote sentNote(
      PipelineContext context,
      Caller caller,
      RequestEvidence request,
      SentSubject sent,
      JsonNode own) {
    var change = sent.change();
    var queue = sent.queue();
    var meta = request.meta();
    return ActionNoteBuilder.builder()
        .actionKey(request.action())
        .verb(request.verb())
        .actor(caller.principal())
        .role(caller.shownRole())
        .target(request.target())
        .subjectEuid(sent.ref().euid())
        .workerEuid(request.workerEuid())
        .leaseEuid(request.leaseEuid())
        .queueKey(queue == null ? null : queue.key())
        .reason(request.reason())
        .fromState(change.fromState())
        .toState(change.after().state())
        .revisionBefore(change.before() == null ? null : change.before().revision())
        .revisionAfter(change.after().revision())
        .correlationId(change.after().correlationIdFor(meta.correlationId()))
        .traceId(change.after().traceIdFor(meta.traceId()))
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
    return note(action.context(), action.caller(), request, s, change, own);
  }

  public static ActionNote note(
      PipelineContext context,
      Caller caller,
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
        .actor(caller.principal())
        .role(caller.shownRole())
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
        .correlationId(s.subject().execution().correlationIdFor(meta.correlationId()))
        .traceId(s.subject().execution().traceIdFor(meta.traceId()))
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

  /** Records an action on a queue. */
  public ItemOutcome queue(ObjectRef queue, String queueKey, Object result, String reason)
      throws SQLException {
    return registered(
        ActionEntryBuilder.builder()
            .queueUid(queue.uid())
            .feedKey(FeedKeys.newest(action.tx(), queue.uid())),
        registryNote("queue", result(result), reason).queueKey(queueKey),
        List.of());
  }

  /** Records an action on a worker. */
  public ItemOutcome worker(ObjectRef worker, Object result, String reason, List<Event> events)
      throws SQLException {
    return registered(
        ActionEntryBuilder.builder()
            .workerUid(worker.uid())
            .feedKey(FeedKeys.newest(action.tx(), worker.uid())),
        registryNote("worker", result(result), reason).workerEuid(worker.euid()).events(events),
        List.of());
  }

  /** Records an action on an object whose keys belong to the principal. */
  public ItemOutcome principal(ObjectRef on, Object result, String reason) throws SQLException {
    return principal(List.of(on.uid()), result, reason);
  }

  /** Records an action on objects whose keys belong to the principal. */
  public ItemOutcome principal(List<Long> on, Object result, String reason) throws SQLException {
    return registered(
        ActionEntryBuilder.builder(), registryNote("actor", result(result), reason), on);
  }

  /** Records an action of a pack that created no subject. */
  public ItemOutcome principal(JsonNode result, String reason) throws SQLException {
    return registered(
        ActionEntryBuilder.builder(), registryNote("actor", result, reason), List.of());
  }

  /** The note of an action that is not about a subject. */
  private ActionNoteBuilder registryNote(String target, JsonNode result, String reason) {
    var command = action.request().command();
    var meta = command.meta();
    return ActionNoteBuilder.builder()
        .actionKey(command.action())
        .actor(action.caller().principal())
        .role(action.caller().shownRole())
        .target(target)
        .reason(reason)
        .correlationId(meta.correlationId())
        .traceId(meta.traceId())
        .idempotencyKey(meta.idempotencyKey())
        .payloadHash(action.request().hash())
        .softwareVersion(action.context().softwareVersion())
        .status("OK")
        .result(result);
  }

  /**
   * @param on the uids of the objects that the action is linked to
   */
  private ItemOutcome registered(ActionEntryBuilder entry, ActionNoteBuilder content, List<Long> on)
      throws SQLException {
    var template = action.templates().action(action.tx(), action.request().command().action());
    var ref = action.clockAndIds().next(template);
    var note = content.build();
    action
        .writer()
        .act(
            entry
                .ref(ref)
                .template(template)
                .actorUid(action.request().actorUid())
                .note(note)
                .build());
    if (!note.actionKey().pulse()) {
      // A pulse is deleted later, and a link to it would refer to nothing.
      on.forEach(
          object -> action.writer().link(new Link(ref.uid(), LinkTypes.EXECUTED_ON, object)));
    }
    return ItemOutcome.of(ActionAnswer.of(ref.euid(), note, false));
  }

  /** The result in the answer and in the stored action. */
  public static JsonNode result(Object value) {
    return value == null ? null : Json.sparseTree(value);
  }
}
