package io.tapline.server.tracing;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.api.ActionKey;
import io.tapline.api.ActionName;
import io.tapline.api.ClaimAnswer;
import io.tapline.api.Refusal;
import io.tapline.api.request.Claim;
import io.tapline.api.request.Command;
import io.tapline.api.request.SubjectCommand;
import io.tapline.engine.model.ItemOutcome;
import java.util.List;

/** The trace data of one action: keys and codes, no content. */
@RecordBuilder
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
    return ActionSpanBuilder.builder()
        .action(command.action())
        .traceId(command.meta().traceId())
        .actionEuid(answer.actionEuid())
        .subjectEuid(answer.subjectEuid())
        .workerEuid(answer.workerEuid())
        .leaseEuid(answer.leaseEuid())
        .queueKey(answer.queueKey())
        .correlationId(command.meta().correlationId())
        .replayed(answer.replayed())
        .build();
  }

  static List<ActionSpan> of(Claim command, ClaimAnswer answer, Refusal refusal) {
    return refusal != null
        ? List.of(refused(command, refusal))
        : answer.claims().stream().map(item -> of(command, answer, item)).toList();
  }

  private static ActionSpan of(Claim command, ClaimAnswer answer, ClaimAnswer.Item item) {
    return ActionSpanBuilder.builder()
        .action(command.action())
        .traceId(command.meta().traceId())
        .actionEuid(item.actionEuid())
        .subjectEuid(item.subjectEuid())
        .workerEuid(answer.workerEuid())
        .leaseEuid(item.leaseEuid())
        .queueKey(item.queueKey())
        .correlationId(command.meta().correlationId())
        .replayed(answer.replayed())
        .build();
  }

  private static ActionSpan refused(Command command, Refusal refusal) {
    var subject =
        command instanceof SubjectCommand about
            ? about.subjectEuid()
            : command instanceof Claim claim ? claim.subjectEuid() : null;
    return ActionSpanBuilder.builder()
        .action(command.action())
        .traceId(command.meta().traceId())
        .subjectEuid(subject)
        .correlationId(command.meta().correlationId())
        .code(refusal.code().name())
        .build();
  }

  boolean enqueues() {
    return action == ActionKey.ENQUEUE_SUBJECT;
  }
}
