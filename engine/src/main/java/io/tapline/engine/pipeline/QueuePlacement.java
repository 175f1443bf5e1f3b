package io.tapline.engine.pipeline;

import io.tapline.engine.action.Permissions;
import io.tapline.engine.action.SubjectDecision;
import io.tapline.engine.command.EnqueueBuilder;
import io.tapline.engine.command.PerformAction;
import io.tapline.engine.command.SubjectCommand;
import io.tapline.engine.decide.Decision;
import io.tapline.engine.decide.DecisionInput;
import io.tapline.engine.decide.EnqueueSubject;
import io.tapline.engine.decide.SubjectChange;
import io.tapline.engine.domain.SubjectStep;
import io.tapline.engine.model.ActionKey;
import io.tapline.engine.model.RefusedException;
import io.tapline.engine.store.TenantSettings;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;

/**
 * Routes a subject to a queue for a pack. Under the lock and after the replay check, it is either
 * an enqueue or a requeue, and each has its own rules.
 */
final class QueuePlacement {

  private QueuePlacement() {}

  static Decision decide(
      PipelineContext context,
      Tx tx,
      PerformAction command,
      SubjectStep.Send sent,
      DecisionInput input,
      SubjectCommand requeue)
      throws SQLException {
    if (sent.there() && input.named().containsKey(sent.queueKey())) {
      return SubjectChange.none(input.subject().execution());
    }
    if (!sent.first()) {
      var forbidden = Permissions.refusal(input.caller(), ActionKey.REQUEUE_SUBJECT);
      if (forbidden != null) {
        throw new RefusedException(forbidden);
      }
      return SubjectDecision.on(input, requeue);
    }
    if (!TenantSettings.substrateEnabled(tx, context.templates())) {
      throw new RefusedException(EnqueuePipeline.SUBSTRATE_DISABLED);
    }
    var enqueue =
        EnqueueBuilder.builder()
            .meta(command.meta())
            .subjectEuid(sent.subject().euid())
            .queueKey(sent.queueKey())
            .nextActionKey(sent.nextActionKey())
            .build();
    return EnqueueSubject.route(input, enqueue, sent.subject().properties());
  }
}
