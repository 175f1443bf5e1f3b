package io.tapline.engine.pipeline;

import io.tapline.engine.command.LeaseCommand;
import io.tapline.engine.command.OperatorCommand;
import io.tapline.engine.decide.Change;
import io.tapline.engine.decide.Situation;
import io.tapline.engine.model.ActionKey;
import io.tapline.engine.model.ActionNote;
import io.tapline.engine.model.Answer;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.Envelope;
import io.tapline.engine.model.Lease;
import io.tapline.engine.store.Drawn;
import io.tapline.engine.store.Entry;
import io.tapline.engine.store.Writer;
import io.tapline.tapdb.Json;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import tools.jackson.databind.JsonNode;

/** Turns what was decided into the action instance that proves it, and into the answer. */
final class Recorder {

  private final Context context;
  private final Tx tx;
  private final Caller caller;
  private final long actorUid;
  private final Drawn drawn;
  private final Writer writer;

  Recorder(Context context, Tx tx, Caller caller, long actorUid, Drawn drawn, Writer writer) {
    this.context = context;
    this.tx = tx;
    this.caller = caller;
    this.actorUid = actorUid;
    this.drawn = drawn;
    this.writer = writer;
  }

  Answer subject(Item item, Situation s, Change change, Long feedKey) throws SQLException {
    var command = item.command();
    boolean byWorker = command instanceof LeaseCommand verb && !verb.override();
    var lease = lease(change, s, command.action());
    var note = note(item, s, change);
    var template = context.kinds().action(tx, command.action());
    var ref = drawn.next(template);
    writer.act(
        new Entry(
            ref,
            template,
            s.subject().uid(),
            lease == null ? null : lease.workerUid(),
            lease != null
                ? Long.valueOf(lease.queueUid())
                : s.queue() == null ? null : s.queue().uid(),
            byWorker ? null : actorUid,
            feedKey,
            note));
    return Answer.of(ref.euid(), note, false);
  }

  /** For a request that found everything done already. */
  Answer nothing(Item item, Situation s, Change change) {
    return Answer.of(null, note(item, s, change), false);
  }

  private ActionNote note(Item item, Situation s, Change change) {
    var command = item.command();
    var lease = lease(change, s, command.action());
    var record = change.newRecord() != null ? change.newRecord() : change.closedRecord();
    var hold =
        change.newHold() != null
            ? change.newHold()
            : change.releasedHolds().isEmpty() ? null : change.releasedHolds().get(0);
    var letter =
        change.newDeadLetter() != null ? change.newDeadLetter() : change.resolvedDeadLetter();
    return new ActionNote(
        command.action(),
        caller.principal(),
        role(caller),
        null,
        null,
        s.subject().euid(),
        s.worker() == null ? null : s.worker().euid(),
        lease == null ? null : lease.euid(),
        record == null ? null : record.euid(),
        hold == null ? null : hold.euid(),
        letter == null ? null : letter.euid(),
        change.before().nextQueueKey(),
        reason(item),
        overrides(item) ? Boolean.TRUE : null,
        change.fromState(),
        change.after().state(),
        change.before().revision(),
        change.after().revision(),
        command.meta().correlationId() != null
            ? command.meta().correlationId()
            : s.subject().execution().correlationId(),
        command.meta().traceId(),
        command.meta().idempotencyKey(),
        item.payloadHash(),
        context.softwareVersion(),
        change.status(),
        change.result() instanceof Envelope ? null : result(change.result()),
        change.result() instanceof Envelope envelope ? envelope : null,
        change.events().isEmpty() ? null : change.events());
  }

  /** The lease that the action is about: granted, changed, or, for a pulse, only used. */
  private static Lease lease(Change change, Situation s, ActionKey action) {
    if (change.newLease() != null) {
      return change.newLease();
    }
    return change.changedLease() != null || !action.pulse() ? change.changedLease() : s.lease();
  }

  /** What the answer shows and the action keeps. */
  static JsonNode result(Object value) {
    return value == null ? null : Json.sparseTree(value);
  }

  static String role(Caller caller) {
    return caller.roles().stream()
        .max(java.util.Comparator.naturalOrder())
        .map(Enum::name)
        .orElse(null);
  }

  private static String reason(Item item) {
    return item.command() instanceof LeaseCommand verb
        ? verb.reason()
        : item.command() instanceof OperatorCommand operator ? operator.reason() : null;
  }

  private static boolean overrides(Item item) {
    return item.command() instanceof LeaseCommand verb
        ? verb.override()
        : item.command() instanceof io.tapline.engine.command.Requeue requeue && requeue.override();
  }
}
