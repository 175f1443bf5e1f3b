package io.tapline.engine.pipeline;

import io.tapline.api.ExecutionState;
import io.tapline.engine.action.SubjectDecision;
import io.tapline.engine.command.Compensate;
import io.tapline.engine.command.Enqueue;
import io.tapline.engine.command.RequestMeta;
import io.tapline.engine.command.StatePrecondition;
import io.tapline.engine.decide.CompensationRule;
import io.tapline.engine.decide.DecisionInput;
import io.tapline.engine.decide.LinkTypes;
import io.tapline.engine.decide.RefusedDecision;
import io.tapline.engine.decide.SubjectChange;
import io.tapline.engine.model.ActionKey;
import io.tapline.engine.store.BatchWriter;
import io.tapline.engine.store.DecisionRows;
import io.tapline.engine.store.SubjectProperties;
import io.tapline.engine.store.TransactionClockAndIds;
import io.tapline.tapdb.Link;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;

/**
 * Enqueues the compensation of a subject in the transaction that cancels or fails it, and marks the
 * subject as compensated in the transaction that completes that compensation.
 */
record CompensationEnqueue(
    PipelineContext context,
    Tx tx,
    RequestCaller asker,
    TransactionClockAndIds drawn,
    BatchWriter writer) {

  /** The new subject and its action. */
  private static final int IDS = 2;

  /** Called where the compensated job, if there is one, is locked too. */
  void after(DecisionInput s, SubjectChange change, String payloadHash, ActionRecorder recorder)
      throws SQLException {
    order(s, change, payloadHash, recorder);
    recordCompensated(s, change, payloadHash, recorder);
  }

  void order(DecisionInput s, SubjectChange change, String payloadHash, ActionRecorder recorder)
      throws SQLException {
    var by = CompensationRule.due(s, change);
    if (by == null) {
      return;
    }
    drawn.more(tx, IDS);
    var subject = s.subject();
    var key = by.compensationQueueKey();
    var queue = new DecisionRows(tx, context.templates()).queues().byKey(Set.of(key)).get(key);
    var template = context.templates().template(tx, Enqueue.TASK);
    var ref = drawn.next(template);
    var work = CompensationRule.work(subject.euid(), change.before(), by, drawn.now());
    var undone = SubjectProperties.read(tx, Set.of(subject.uid())).get(subject.uid());
    var properties = CompensationRule.properties(subject.euid(), by, change, undone, queue);
    SubjectInsert.write(
        context.templates(), tx, drawn, writer, ref, template, null, properties, work);
    writer.link(new Link(subject.uid(), LinkTypes.COMPENSATION, ref.uid()));
    recorder.sent(
        RequestEvidenceBuilder.builder()
            .action(ActionKey.ENQUEUE_SUBJECT)
            .meta(
                RequestMeta.key("compensation:" + subject.euid() + ":" + change.after().revision()))
            .payloadHash(payloadHash)
            .reason("undoes " + subject.euid())
            .build(),
        ref,
        queue,
        work,
        queue == null ? "actor" : "queue",
        null,
        null);
  }

  private void recordCompensated(
      DecisionInput s, SubjectChange change, String payloadHash, ActionRecorder recorder)
      throws SQLException {
    var undone = change.before().compensates();
    if (undone == null
        || change.before().terminal()
        || change.after().state() != ExecutionState.COMPLETED) {
      return;
    }
    var done = s.subject().euid();
    var command =
        new Compensate(
            RequestMeta.key("compensated:" + done + ":" + change.after().revision()),
            undone,
            StatePrecondition.NOTHING,
            "undone by " + done);
    var items = List.of(new BatchItem(0, asker, command, payloadHash));
    var batch = StepCommands.batch(context, tx, items);
    var original = batch.input(items.get(0), drawn);
    var decision = SubjectDecision.on(original, command);
    // The job was requeued meanwhile, and nothing of its new attempts was compensated.
    if (decision instanceof RefusedDecision) {
      return;
    }
    drawn.more(tx, 1);
    var compensated = (SubjectChange) decision;
    writer.change(original.subject().uid(), original.newest(), compensated);
    recorder.subject(items.get(0), original, compensated, batch.feedKey(items.get(0)));
  }
}
