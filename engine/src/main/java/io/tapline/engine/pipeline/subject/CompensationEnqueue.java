package io.tapline.engine.pipeline.subject;

import io.tapline.api.ActionKey;
import io.tapline.api.ExecutionState;
import io.tapline.api.request.Compensate;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.RequestMeta;
import io.tapline.api.request.StatePrecondition;
import io.tapline.engine.action.ActionTable;
import io.tapline.engine.decide.CompensationRule;
import io.tapline.engine.decide.DecisionInput;
import io.tapline.engine.decide.LinkTypes;
import io.tapline.engine.decide.RefusedDecision;
import io.tapline.engine.decide.SubjectChange;
import io.tapline.engine.pipeline.ActionRecorder.SentSubject;
import io.tapline.engine.pipeline.ActionTransaction;
import io.tapline.engine.pipeline.RequestEvidence;
import io.tapline.engine.pipeline.RequestEvidenceBuilder;
import io.tapline.engine.store.SubjectProperties;
import io.tapline.tapdb.Link;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;

/**
 * Enqueues the compensation of a subject in the transaction that cancels or fails it, and marks the
 * subject as compensated in the transaction that completes that compensation.
 */
public record CompensationEnqueue(ActionTransaction action) {

  /** The new subject and its action. */
  private static final int IDS = 2;

  /** Called where the compensated job, if there is one, is locked too. */
  public void after(DecisionInput s, SubjectChange change) throws SQLException {
    order(s, change);
    recordCompensated(s, change);
  }

  public void order(DecisionInput s, SubjectChange change) throws SQLException {
    var by = CompensationRule.due(s, change);
    if (by == null) {
      return;
    }
    var tx = action.tx();
    action.clockAndIds().more(tx, IDS);
    var subject = s.subject();
    var key = by.compensationQueueKey();
    var queue = action.rows().queues().byKey(Set.of(key)).get(key);
    var template = action.templates().template(tx, Enqueue.TASK);
    var ref = action.clockAndIds().next(template);
    var work = CompensationRule.work(subject.euid(), change.before(), by, action.now());
    var undone = SubjectProperties.read(tx, Set.of(subject.uid())).get(subject.uid());
    var properties = CompensationRule.properties(subject.euid(), by, change, undone, queue);
    action.writer().create(ref, template, null, properties, work);
    action.writer().link(new Link(subject.uid(), LinkTypes.COMPENSATION, ref.uid()));
    action
        .recorder()
        .sent(
            RequestEvidenceBuilder.builder()
                .action(ActionKey.ENQUEUE_SUBJECT)
                .meta(
                    RequestMeta.key(
                        "compensation:" + subject.euid() + ":" + change.after().revision()))
                .payloadHash(action.request().hash())
                .reason("undoes " + subject.euid())
                .target(queue == null ? "actor" : "queue")
                .build(),
            new SentSubject(ref, queue, work, null),
            null);
  }

  private void recordCompensated(DecisionInput s, SubjectChange change) throws SQLException {
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
    var own = action.of(action.request().with(command, action.request().hash()));
    var item = new BatchItem(0, own.request());
    var batch = LockedBatch.underLocks(action, List.of(item));
    var original = batch.input(item, action.clockAndIds());
    var decision = ActionTable.decide(original, command);
    // The job was requeued meanwhile, and nothing of its new attempts was compensated.
    if (decision instanceof RefusedDecision) {
      return;
    }
    action.clockAndIds().more(action.tx(), 1);
    var compensated = (SubjectChange) decision;
    action.writer().change(original.subject().uid(), original.newest(), compensated);
    own.recorder()
        .subject(RequestEvidence.of(own.request()), original, compensated, batch.feedKey(item));
  }
}
