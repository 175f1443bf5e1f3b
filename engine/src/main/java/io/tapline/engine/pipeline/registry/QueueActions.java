package io.tapline.engine.pipeline.registry;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tapline.api.Code;
import io.tapline.api.Refusal;
import io.tapline.api.request.CreateQueue;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.QueueCommand;
import io.tapline.api.request.RetireQueue;
import io.tapline.api.request.SetCallbackSecret;
import io.tapline.api.request.UpdateQueue;
import io.tapline.engine.decide.LinkTypes;
import io.tapline.engine.decide.QueueDecision;
import io.tapline.engine.model.ItemOutcome;
import io.tapline.engine.model.ObjectRef;
import io.tapline.engine.model.Queue;
import io.tapline.engine.model.QueuePolicy;
import io.tapline.engine.pipeline.ActionTransaction;
import io.tapline.engine.pipeline.ActionTransaction.LockPhase;
import io.tapline.engine.store.TemplateCache;
import io.tapline.tapdb.Link;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Set;

/** The actions that create, change and retire queues. */
public final class QueueActions implements RegistryKind<QueueCommand, Queue> {

  /** The stored form of a secret. */
  private record SealedSecret(String sealed) {}

  /**
   * The result in the answer.
   *
   * @param waitingSubjects the number of jobs in a queue when it was retired; null otherwise
   */
  public record QueueView(
      String queueEuid,
      @JsonUnwrapped QueuePolicy policy,
      @JsonInclude(JsonInclude.Include.NON_NULL) Long waitingSubjects) {}

  @Override
  public Queue lock(LockPhase locks, QueueCommand command) throws SQLException {
    return locks.rows().queues().lock(command.queueKey());
  }

  /**
   * A key outlives its queue, so a repeated request may belong to a queue that was retired since.
   */
  @Override
  public Collection<Long> keyOwners(LockPhase locks, QueueCommand command, Queue existing)
      throws SQLException {
    return locks.rows().queues().withRetired(command.queueKey());
  }

  @Override
  public ItemOutcome decide(ActionTransaction action, QueueCommand command, Queue existing)
      throws SQLException {
    if (command instanceof SetCallbackSecret set) {
      return set(action, set, existing);
    }
    var unusable = command instanceof CreateQueue create ? templatesExist(action, create) : null;
    var refusal = unusable != null ? unusable : compensation(action, command);
    if (refusal != null) {
      return ItemOutcome.of(refusal);
    }
    var queues = action.rows().queues();
    boolean retires = command instanceof RetireQueue && existing != null;
    long waiting = retires ? queues.waiting(existing) : 0;
    Queue successor = null;
    QueueDecision.Outcome decided;
    if (command instanceof CreateQueue create) {
      decided = QueueDecision.create(create, existing, queues.predecessors(create.queueKey()));
    } else if (command instanceof UpdateQueue update) {
      decided = QueueDecision.update(update, existing);
    } else {
      var retire = (RetireQueue) command;
      successor =
          retire.replacedBy() == null
              ? null
              : queues.byKey(Set.of(retire.replacedBy())).get(retire.replacedBy());
      decided = QueueDecision.retire(retire, existing, successor, waiting, action.now());
    }
    if (decided.refusal() != null) {
      return ItemOutcome.of(decided.refusal());
    }
    var policy = decided.policy();
    var ref =
        existing == null
            ? action.create(TemplateCache.QUEUE, policy.displayName(), policy)
            : action.update(new ObjectRef(existing.uid(), existing.euid()), policy);
    if (successor != null) {
      action.writer().link(new Link(ref.uid(), LinkTypes.QUEUE_REPLACED_BY, successor.uid()));
    }
    var view = new QueueView(ref.euid(), policy, retires ? waiting : null);
    return action.recorder().queue(ref, command.queueKey(), view, command.reason());
  }

  /** Each secret is a new object: the newest counts, and earlier ones stay as evidence. */
  private static ItemOutcome set(ActionTransaction action, SetCallbackSecret set, Queue queue)
      throws SQLException {
    if (queue == null) {
      return ItemOutcome.of(Refusal.unknown("queue_key", "queue " + set.queueKey()));
    }
    var refusal = QueueDecision.asExpected(queue, set.expectedRevision());
    if (refusal != null) {
      return ItemOutcome.of(refusal);
    }
    var secret = action.create(TemplateCache.CALLBACK_SECRET, null, new SealedSecret(set.secret()));
    action.writer().link(new Link(queue.uid(), LinkTypes.QUEUE_CALLBACK_SECRET, secret.uid()));
    return action
        .recorder()
        .queue(
            new ObjectRef(queue.uid(), queue.euid()),
            set.queueKey(),
            new QueueView(queue.euid(), queue.policy(), null),
            set.reason());
  }

  /**
   * The queue of compensating jobs must exist and accept plain tasks, and is not retired while
   * another queue names it.
   */
  private static Refusal compensation(ActionTransaction action, QueueCommand command)
      throws SQLException {
    if (command instanceof RetireQueue retire) {
      return action.rows().queues().all().stream()
          .filter(queue -> retire.queueKey().equals(queue.policy().compensationQueueKey()))
          .filter(queue -> !queue.key().equals(retire.queueKey()))
          .findFirst()
          .map(
              queue ->
                  Refusal.of(
                      Code.STATE_CONFLICT,
                      ("queue %s compensates the jobs of queue %s; change "
                              + "compensation_queue_key of that queue first")
                          .formatted(retire.queueKey(), queue.key())))
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
    var queue = action.rows().queues().byKey(Set.of(key)).get(key);
    if (queue == null) {
      return Refusal.unknown("compensation_queue_key", "queue " + key);
    }
    return queue.policy().subjectTemplateCodes().contains(Enqueue.TASK)
        ? null
        : Refusal.invalid(
            "compensation_queue_key", "queue " + key + " does not accept " + Enqueue.TASK);
  }

  private static Refusal templatesExist(ActionTransaction action, CreateQueue create)
      throws SQLException {
    for (var code : create.fields().subjectTemplateCodes()) {
      var template = action.templates().find(action.tx(), code);
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
