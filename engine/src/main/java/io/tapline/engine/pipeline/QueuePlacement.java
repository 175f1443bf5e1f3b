package io.tapline.engine.pipeline;

import io.tapline.engine.command.Enqueue;
import io.tapline.engine.command.Perform;
import io.tapline.engine.command.SubjectCommand;
import io.tapline.engine.decide.Change;
import io.tapline.engine.decide.Decide;
import io.tapline.engine.decide.Decision;
import io.tapline.engine.decide.EnqueueSubject;
import io.tapline.engine.decide.Permissions;
import io.tapline.engine.decide.Situation;
import io.tapline.engine.domain.Step;
import io.tapline.engine.model.ActionKey;
import io.tapline.engine.model.RefusedException;
import io.tapline.engine.store.Settings;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;

/**
 * A pack sends a subject to a queue. Whether that is an enqueue or a requeue is seen under the
 * lock, after the replay, and each is judged by its own rules.
 */
final class QueuePlacement {

  private QueuePlacement() {}

  static Decision decide(
      Context context,
      Tx tx,
      Perform command,
      Step.Send sent,
      Situation situation,
      SubjectCommand requeue)
      throws SQLException {
    if (sent.there() && situation.named().containsKey(sent.queueKey())) {
      return Change.none(situation.subject().execution());
    }
    if (!sent.first()) {
      var forbidden = Permissions.refusal(situation.caller(), ActionKey.REQUEUE_SUBJECT);
      if (forbidden != null) {
        throw new RefusedException(forbidden);
      }
      return Decide.on(situation, requeue);
    }
    if (!Settings.substrateEnabled(tx, context.kinds())) {
      throw new RefusedException(EnqueuePipeline.SUBSTRATE_DISABLED);
    }
    var enqueue =
        new Enqueue(
            command.meta(),
            null,
            sent.subject().euid(),
            null,
            null,
            sent.queueKey(),
            sent.nextActionKey(),
            null,
            null,
            null,
            null,
            null);
    return EnqueueSubject.route(situation, enqueue, sent.subject().properties());
  }
}
