package io.tapline.server.waiting;

import io.tapline.engine.command.AdministerWorker;
import io.tapline.engine.command.Command;
import io.tapline.engine.command.Perform;
import io.tapline.engine.command.QueueCommand;
import io.tapline.engine.command.RegisterWorker;
import io.tapline.engine.model.Envelope;
import io.tapline.engine.model.Outcome;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Which queues may have more to give than before: now, or once a subject's time has come.
 *
 * @param every any queue may, so none is named
 */
record Gain(boolean every, Set<String> queueKeys) {

  static final Gain NONE = new Gain(false, Set.of());
  static final Gain EVERY = new Gain(true, Set.of());

  /** What a batch brought; null when it changed nothing at all. */
  static Gain of(List<? extends Command> commands, List<Outcome> outcomes) {
    boolean acted = false;
    var keys = new HashSet<String>();
    for (int i = 0; i < outcomes.size(); i++) {
      var outcome = outcomes.get(i);
      if (!outcome.refused() && !outcome.answer().replayed()) {
        acted = true;
        if (reaching(commands.get(i))) {
          return EVERY;
        }
        if (outcome.answer().result() instanceof Envelope envelope && waits(envelope)) {
          keys.add(envelope.nextQueueKey());
        } else if (commands.get(i) instanceof Perform) {
          // A pack's action may send several subjects on, and says where.
          outcome.answer().document().path("sent_to").forEach(key -> keys.add(key.asString()));
        }
      }
    }
    return !acted ? null : keys.isEmpty() ? NONE : new Gain(false, keys);
  }

  /** A queue that is opened, a worker whose leases end: rare, and not told by queue. */
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
