package io.tapline.engine.pipeline;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tapline.api.Code;
import io.tapline.engine.command.CreateQueue;
import io.tapline.engine.command.Enqueue;
import io.tapline.engine.command.QueueCommand;
import io.tapline.engine.command.RetireQueue;
import io.tapline.engine.command.SetCallbackSecret;
import io.tapline.engine.command.UpdateQueue;
import io.tapline.engine.decide.LinkTypes;
import io.tapline.engine.decide.QueueDecision;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.ItemOutcome;
import io.tapline.engine.model.ObjectRef;
import io.tapline.engine.model.Queue;
import io.tapline.engine.model.QueuePolicy;
import io.tapline.engine.model.Refusal;
import io.tapline.engine.store.BatchWriter;
import io.tapline.engine.store.DecisionRows;
import io.tapline.engine.store.FeedKeys;
import io.tapline.engine.store.ReplayLookup;
import io.tapline.engine.store.TemplateCache;
import io.tapline.engine.store.TransactionClockAndIds;
import io.tapline.tapdb.Link;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.util.Set;

/** Executes the actions that create, change and retire queues. */
final class QueuePipeline {

  private final PipelineContext context;

  QueuePipeline(PipelineContext context) {
    this.context = context;
  }

  ItemOutcome execute(Caller caller, QueueCommand command) {
    return IdempotentRetry.settle(
        context,
        caller,
        command,
        (tx, actorUid, hash) -> attempt(tx, caller, actorUid, command, hash));
  }

  private ItemOutcome attempt(
      Tx tx, Caller caller, long actorUid, QueueCommand command, String hash) throws SQLException {
    var rows = new DecisionRows(tx, context.templates());
    var existing = rows.queues().lock(command.queueKey());
    var replayed = replay(tx, rows, command, hash);
    if (replayed != null) {
      return replayed;
    }
    if (command instanceof SetCallbackSecret set) {
      return set(tx, caller, actorUid, set, hash, existing);
    }
    if (command instanceof CreateQueue create) {
      var refusal = templatesExist(tx, create);
      if (refusal != null) {
        return ItemOutcome.of(refusal);
      }
    }
    var misfit = compensation(rows, command);
    if (misfit != null) {
      return ItemOutcome.of(misfit);
    }
    var successor = successor(rows, command);
    var clockAndIds = TransactionClockAndIds.underLock(tx, context.templates(), 2);
    boolean retires = command instanceof RetireQueue && existing != null;
    long waiting = retires ? rows.queues().waiting(existing) : 0;
    var outcome = decide(rows, command, existing, successor, waiting, clockAndIds);
    if (outcome.refusal() != null) {
      return ItemOutcome.of(outcome.refusal());
    }
    var writer = new BatchWriter(tx, context.templates(), clockAndIds);
    var ref = write(tx, command, existing, successor, outcome.policy(), clockAndIds, writer);
    var answer =
        new RegistryRecorder(context, tx, caller, actorUid, clockAndIds, writer)
            .queue(
                command,
                hash,
                ref,
                command.queueKey(),
                FeedKeys.newest(tx, ref.uid()),
                new QueueView(ref.euid(), outcome.policy(), retires ? waiting : null),
                command.reason());
    writer.write();
    return ItemOutcome.of(answer);
  }

  /** Each secret is a new object: the newest counts, and earlier ones stay as evidence. */
  private ItemOutcome set(
      Tx tx, Caller caller, long actorUid, SetCallbackSecret set, String hash, Queue queue)
      throws SQLException {
    if (queue == null) {
      return ItemOutcome.of(Refusal.unknown("queue_key", "queue " + set.queueKey()));
    }
    var refusal = QueueDecision.asExpected(queue, set.expectedRevision());
    if (refusal != null) {
      return ItemOutcome.of(refusal);
    }
    var clockAndIds = TransactionClockAndIds.underLock(tx, context.templates(), 2);
    var writer = new BatchWriter(tx, context.templates(), clockAndIds);
    var template = context.templates().template(tx, TemplateCache.CALLBACK_SECRET);
    var secret = clockAndIds.next(template);
    writer.register(secret, template, null, new SealedSecret(set.secret()));
    writer.link(new Link(queue.uid(), LinkTypes.QUEUE_CALLBACK_SECRET, secret.uid()));
    var answer =
        new RegistryRecorder(context, tx, caller, actorUid, clockAndIds, writer)
            .queue(
                set,
                hash,
                new ObjectRef(queue.uid(), queue.euid()),
                set.queueKey(),
                FeedKeys.newest(tx, queue.uid()),
                new QueueView(queue.euid(), queue.policy(), null),
                set.reason());
    writer.write();
    return ItemOutcome.of(answer);
  }

  /** The stored form of a secret. */
  private record SealedSecret(String sealed) {}

  /**
   * The result in the answer.
   *
   * @param waitingSubjects the number of jobs in a queue when it was retired; null otherwise
   */
  record QueueView(
      String queueEuid,
      @JsonUnwrapped QueuePolicy policy,
      @JsonInclude(JsonInclude.Include.NON_NULL) Long waitingSubjects) {}

  private static QueueDecision.Outcome decide(
      DecisionRows rows,
      QueueCommand command,
      Queue existing,
      Queue successor,
      long waiting,
      TransactionClockAndIds clockAndIds)
      throws SQLException {
    if (command instanceof CreateQueue create) {
      return QueueDecision.create(create, existing, rows.queues().predecessors(create.queueKey()));
    }
    if (command instanceof UpdateQueue update) {
      return QueueDecision.update(update, existing);
    }
    return QueueDecision.retire(
        (RetireQueue) command, existing, successor, waiting, clockAndIds.now());
  }

  private ObjectRef write(
      Tx tx,
      QueueCommand command,
      Queue existing,
      Queue successor,
      QueuePolicy policy,
      TransactionClockAndIds clockAndIds,
      BatchWriter writer)
      throws SQLException {
    if (existing == null) {
      var template = context.templates().template(tx, TemplateCache.QUEUE);
      var ref = clockAndIds.next(template);
      writer.register(ref, template, policy.displayName(), policy);
      return ref;
    }
    writer.reregister(existing.uid(), policy);
    if (successor != null) {
      writer.link(new Link(existing.uid(), LinkTypes.QUEUE_REPLACED_BY, successor.uid()));
    }
    return new ObjectRef(existing.uid(), existing.euid());
  }

  /**
   * A key outlives its queue, so a repeated request may belong to a queue that was retired since.
   */
  private static ItemOutcome replay(Tx tx, DecisionRows rows, QueueCommand command, String hash)
      throws SQLException {
    var keys =
        rows.queues().withRetired(command.queueKey()).stream()
            .map(uid -> new ReplayLookup.Key(uid, command.meta().idempotencyKey()))
            .toList();
    return ReplayLookup.find(tx, command.action(), keys).values().stream()
        .findFirst()
        .map(found -> SubjectPipeline.replayed(hash, command.meta().idempotencyKey(), found.get(0)))
        .orElse(null);
  }

  private static Queue successor(DecisionRows rows, QueueCommand command) throws SQLException {
    return command instanceof RetireQueue retire && retire.replacedBy() != null
        ? rows.queues().byKey(Set.of(retire.replacedBy())).get(retire.replacedBy())
        : null;
  }

  /**
   * The queue of compensating jobs must exist and accept plain tasks, and is not retired while
   * another queue names it.
   */
  private static Refusal compensation(DecisionRows rows, QueueCommand command) throws SQLException {
    if (command instanceof RetireQueue retire) {
      return rows.queues().all().stream()
          .filter(queue -> retire.queueKey().equals(queue.policy().compensationQueueKey()))
          .filter(queue -> !queue.key().equals(retire.queueKey()))
          .findFirst()
          .map(
              queue ->
                  Refusal.of(
                      Code.STATE_CONFLICT,
                      "queue "
                          + retire.queueKey()
                          + " compensates the jobs of queue "
                          + queue.key()
                          + "; change compensation_queue_key of that queue first"))
          .orElse(null);
    }
    var fields =
        command instanceof CreateQueue create
            ? create.fields()
            : command instanceof UpdateQueue update ? update.fields() : null;
    var key = fields == null ? null : fields.compensationQueueKey();
    if (key == null || key.isEmpty()) {
      return null;
    }
    var queue = rows.queues().byKey(Set.of(key)).get(key);
    if (queue == null) {
      return Refusal.unknown("compensation_queue_key", "queue " + key);
    }
    return queue.policy().subjectTemplateCodes().contains(Enqueue.TASK)
        ? null
        : Refusal.invalid(
            "compensation_queue_key", "queue " + key + " does not accept " + Enqueue.TASK);
  }

  private Refusal templatesExist(Tx tx, CreateQueue create) throws SQLException {
    for (var code : create.fields().subjectTemplateCodes()) {
      var template = context.templates().find(tx, code);
      if (template == null || !template.workBearing()) {
        return new Refusal(
            Code.NOT_FOUND,
            "subject_template_codes: there is no work-bearing template " + code,
            "subject_template_codes");
      }
    }
    return null;
  }
}
