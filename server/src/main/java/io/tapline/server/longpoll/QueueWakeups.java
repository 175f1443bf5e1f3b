package io.tapline.server.longpoll;

import io.tapline.api.ExecutionState;
import io.tapline.api.request.AdministerWorker;
import io.tapline.api.request.Command;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.PerformAction;
import io.tapline.api.request.QueueCommand;
import io.tapline.api.request.RegisterWorker;
import io.tapline.engine.model.Envelope;
import io.tapline.engine.model.ItemOutcome;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The queues that may have new work after an action: now, or once a delayed job is ready.
 *
 * @param every any queue may have new work, so none is named
 * @param queues new work by queue key
 */
record QueueWakeups(boolean every, Map<String, NewWork> queues) {

  /**
   * New work of one queue.
   *
   * @param ready jobs that are claimable already, as far as the action shows; other jobs may be
   *     claimable too
   */
  record NewWork(WakeupAudience audience, int ready) {

    NewWork and(NewWork other) {
      return new NewWork(audience.and(other.audience), ready + other.ready);
    }
  }

  static final QueueWakeups NONE = new QueueWakeups(false, Map.of());
  static final QueueWakeups EVERY = new QueueWakeups(true, Map.of());

  /** The wake-ups of a batch; null when the batch changed nothing. */
  static QueueWakeups of(List<? extends Command> commands, List<ItemOutcome> outcomes) {
    boolean acted = false;
    var queues = new HashMap<String, NewWork>();
    for (int i = 0; i < outcomes.size(); i++) {
      var outcome = outcomes.get(i);
      if (!outcome.refused() && !outcome.answer().replayed()) {
        acted = true;
        if (reaching(commands.get(i))) {
          return EVERY;
        }
        if (outcome.answer().result() instanceof Envelope envelope && waits(envelope)) {
          int ready = isReady(commands.get(i), envelope) ? 1 : 0;
          add(queues, envelope.nextQueueKey(), WakeupAudience.of(envelope.scope()), ready);
        } else if (commands.get(i) instanceof PerformAction) {
          // An action of a pack may move several jobs; its answer lists the queues.
          outcome
              .answer()
              .document()
              .path("sent_to")
              .forEach(key -> add(queues, key.asString(), WakeupAudience.ALL, 0));
        }
      }
    }
    return !acted ? null : queues.isEmpty() ? NONE : new QueueWakeups(false, queues);
  }

  private static void add(
      Map<String, NewWork> queues, String key, WakeupAudience audience, int ready) {
    queues.merge(key, new NewWork(audience, ready), NewWork::and);
  }

  /** Commands that may affect any queue; they are rare, so the notification names no queue. */
  private static boolean reaching(Command command) {
    return command instanceof QueueCommand
        || command instanceof RegisterWorker
        || command instanceof AdministerWorker;
  }

  /** New jobs without a ready time are claimable at once; all others may be delayed. */
  private static boolean isReady(Command command, Envelope envelope) {
    return command instanceof Enqueue enqueue
        && enqueue.readyAt() == null
        && envelope.state() == ExecutionState.READY;
  }

  private static boolean waits(Envelope envelope) {
    return envelope.state().claimable()
        && !envelope.cancelRequested()
        && envelope.nextQueueKey() != null;
  }
}
