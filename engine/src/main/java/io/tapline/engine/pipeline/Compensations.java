package io.tapline.engine.pipeline;

import io.tapline.engine.command.Compensate;
import io.tapline.engine.command.Enqueue;
import io.tapline.engine.command.Expect;
import io.tapline.engine.command.Meta;
import io.tapline.engine.decide.Change;
import io.tapline.engine.decide.Compensation;
import io.tapline.engine.decide.Decide;
import io.tapline.engine.decide.Refused;
import io.tapline.engine.decide.Relationship;
import io.tapline.engine.decide.Situation;
import io.tapline.engine.model.ActionKey;
import io.tapline.engine.model.ExecutionState;
import io.tapline.engine.store.Drawn;
import io.tapline.engine.store.Properties;
import io.tapline.engine.store.Rows;
import io.tapline.engine.store.Writer;
import io.tapline.tapdb.Link;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;

/**
 * What is to be undone is enqueued with the very change that leaves it so, and what was undone says
 * so with the completion of the work that did it.
 */
record Compensations(Context context, Tx tx, RequestCaller asker, Drawn drawn, Writer writer) {

  /** The new subject and its action. */
  private static final int IDS = 2;

  /** Where what the subject undoes, if it undoes anything, is locked too. */
  void after(Situation s, Change change, String payloadHash, Recorder recorder)
      throws SQLException {
    order(s, change, payloadHash, recorder);
    tell(s, change, payloadHash, recorder);
  }

  void order(Situation s, Change change, String payloadHash, Recorder recorder)
      throws SQLException {
    var by = Compensation.due(s, change);
    if (by == null) {
      return;
    }
    drawn.more(tx, IDS);
    var subject = s.subject();
    var key = by.compensationQueueKey();
    var queue = new Rows(tx, context.kinds()).queuesByKey(Set.of(key)).get(key);
    var template = context.kinds().of(tx, Enqueue.TASK);
    var ref = drawn.next(template);
    var work = Compensation.work(subject.euid(), change.before(), by, drawn.now());
    var undone = Properties.read(tx, Set.of(subject.uid())).get(subject.uid());
    var properties = Compensation.properties(subject.euid(), by, change, undone, queue);
    Birth.write(context.kinds(), tx, drawn, writer, ref, template, null, properties, work);
    writer.link(new Link(subject.uid(), Relationship.COMPENSATION, ref.uid()));
    recorder.sent(
        new Request(
            ActionKey.ENQUEUE_SUBJECT,
            null,
            Meta.key("compensation:" + subject.euid() + ":" + change.after().revision()),
            payloadHash,
            "undoes " + subject.euid(),
            false,
            false),
        ref,
        queue,
        work,
        queue == null ? "actor" : "queue",
        null,
        null);
  }

  private void tell(Situation s, Change change, String payloadHash, Recorder recorder)
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
            Meta.key("compensated:" + done + ":" + change.after().revision()),
            undone,
            Expect.NOTHING,
            "undone by " + done);
    var items = List.of(new Item(0, asker, command, payloadHash));
    var scene = Steps.scene(context, tx, items);
    var original = scene.situation(items.get(0), drawn);
    var decision = Decide.on(original, command);
    // Requeued meanwhile, it is in another life, of which nothing was undone.
    if (decision instanceof Refused) {
      return;
    }
    drawn.more(tx, 1);
    var told = (Change) decision;
    writer.change(original.subject().uid(), original.newest(), told);
    recorder.subject(items.get(0), original, told, scene.feedKey(items.get(0)));
  }
}
