package io.tapline.server.longpoll;

import io.tapline.engine.command.AdministerWorker;
import io.tapline.engine.command.Command;
import io.tapline.engine.command.PerformAction;
import io.tapline.engine.command.QueueCommand;
import io.tapline.engine.command.RegisterWorker;
import io.tapline.engine.model.Envelope;
import io.tapline.engine.model.ItemOutcome;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The queues that may have new work after an action: now, or once a delayed job is ready.
 *
 * @param every any queue may have new work, so none is named
 * @param queues audience by queue key
 */
record QueueWakeups(boolean every, Map<String, WakeupAudience> queues) {

  static final QueueWakeups NONE = new QueueWakeups(false, Map.of());
  static final QueueWakeups EVERY = new QueueWakeups(true, Map.of());

  /** The wake-ups of a batch; null when the batch changed nothing. */
  static QueueWakeups of(List<? extends Command> commands, List<ItemOutcome> outcomes) {
    boolean acted = false;
    var queues = new HashMap<String, WakeupAudience>();
    for (int i = 0; i < outcomes.size(); i++) {
      var outcome = outcomes.get(i);
      if (!outcome.refused() && !outcome.answer().replayed()) {
        acted = true;
        if (reaching(commands.get(i))) {
          return EVERY;
        }
        if (outcome.answer().result() instanceof Envelope envelope && waits(envelope)) {
          add(queues, envelope.nextQueueKey(), WakeupAudience.of(envelope.scope()));
        } else if (commands.get(i) instanceof PerformAction) {
          // An action of a pack may move several jobs; its answer lists the queues.
          outcome
              .answer()
              .document()
              .path("sent_to")
              .forEach(key -> add(queues, key.asString(), WakeupAudience.ALL));
        }
      }
    }
    return !acted ? null : queues.isEmpty() ? NONE : new QueueWakeups(false, queues);
  }

  private static void add(Map<String, WakeupAudience> queues, String key, WakeupAudience audience) {
    queues.merge(key, audience, WakeupAudience::and);
  }

  /** Commands that may affect any queue; they are rare, so the notification names no queue. */
  private static boolean reaching(Command command) {
    return command instanceof QueueCommand
        || command instanceof RegisterWorker
        || command instanceof AdministerWorker;
  }

  private static boolean waits(Envelope envelope) {
    return envelope.state().claimable()
        && !envelope.cancelRequested()
        && envelope.nextQueueKey() != null;
  }
}
