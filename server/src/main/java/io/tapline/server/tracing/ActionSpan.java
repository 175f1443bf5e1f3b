package io.tapline.server.tracing;

import io.tapline.engine.command.Claim;
import io.tapline.engine.command.Command;
import io.tapline.engine.command.SubjectCommand;
import io.tapline.engine.model.ActionKey;
import io.tapline.engine.model.ActionName;
import io.tapline.engine.model.ClaimAnswer;
import io.tapline.engine.model.ItemOutcome;
import io.tapline.engine.model.Refusal;
import java.util.List;

/** What a trace says of one action: keys and codes, nothing of its content. */
record ActionSpan(
    ActionName action,
    String traceId,
    String actionEuid,
    String subjectEuid,
    String workerEuid,
    String leaseEuid,
    String queueKey,
    String correlationId,
    boolean replayed,
    String code) {

  static ActionSpan of(Command command, ItemOutcome outcome) {
    if (outcome.refused()) {
      return refused(command, outcome.refusal());
    }
    var answer = outcome.answer();
    return new ActionSpan(
        command.action(),
        command.meta().traceId(),
        answer.actionEuid(),
        answer.subjectEuid(),
        answer.workerEuid(),
        answer.leaseEuid(),
        answer.queueKey(),
        command.meta().correlationId(),
        answer.replayed(),
        null);
  }

  static List<ActionSpan> of(Claim command, ClaimAnswer answer, Refusal refusal) {
    return refusal != null
        ? List.of(refused(command, refusal))
        : answer.claims().stream().map(item -> of(command, answer, item)).toList();
  }

  private static ActionSpan of(Claim command, ClaimAnswer answer, ClaimAnswer.Item item) {
    return new ActionSpan(
        command.action(),
        command.meta().traceId(),
        item.actionEuid(),
        item.subjectEuid(),
        answer.workerEuid(),
        item.leaseEuid(),
        item.queueKey(),
        command.meta().correlationId(),
        answer.replayed(),
        null);
  }

  private static ActionSpan refused(Command command, Refusal refusal) {
    var subject =
        command instanceof SubjectCommand about
            ? about.subjectEuid()
            : command instanceof Claim claim ? claim.subjectEuid() : null;
    return new ActionSpan(
        command.action(),
        command.meta().traceId(),
        null,
        subject,
        null,
        null,
        null,
        command.meta().correlationId(),
        false,
        refusal.code().name());
  }

  boolean enqueues() {
    return action == ActionKey.ENQUEUE_SUBJECT;
  }
}
