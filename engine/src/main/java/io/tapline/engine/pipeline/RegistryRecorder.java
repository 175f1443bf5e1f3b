package io.tapline.engine.pipeline;

import io.tapline.engine.command.Command;
import io.tapline.engine.model.ActionNote;
import io.tapline.engine.model.Answer;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.Event;
import io.tapline.engine.model.Ref;
import io.tapline.engine.store.Drawn;
import io.tapline.engine.store.Entry;
import io.tapline.engine.store.Writer;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.util.List;

/** The action instance of a change to a queue or a worker. */
record RegistryRecorder(
    Context context, Tx tx, Caller caller, long actorUid, Drawn drawn, Writer writer) {

  Answer worker(
      Command command,
      String hash,
      Ref worker,
      Long feedKey,
      Object result,
      String reason,
      List<Event> events)
      throws SQLException {
    return write(command, hash, "worker", worker, null, null, feedKey, result, reason, events);
  }

  Answer queue(
      Command command,
      String hash,
      Ref queue,
      String queueKey,
      Long feedKey,
      Object result,
      String reason)
      throws SQLException {
    return write(command, hash, "queue", null, queue, queueKey, feedKey, result, reason, null);
  }

  /** What an action says that is about neither a subject, a worker nor a queue. */
  static ActionNote note(
      Context context,
      Caller caller,
      Command command,
      String hash,
      String target,
      Object result,
      String reason,
      List<Event> events) {
    var meta = command.meta();
    return new ActionNote(
        command.action(),
        null,
        caller.principal(),
        Recorder.role(caller),
        target,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        reason,
        null,
        null,
        null,
        null,
        null,
        null,
        meta.correlationId(),
        meta.traceId(),
        meta.idempotencyKey(),
        hash,
        context.softwareVersion(),
        "OK",
        Recorder.result(result),
        null,
        events);
  }

  private Answer write(
      Command command,
      String hash,
      String target,
      Ref worker,
      Ref queue,
      String queueKey,
      Long feedKey,
      Object result,
      String reason,
      List<Event> events)
      throws SQLException {
    var template = context.kinds().action(tx, command.action());
    var ref = drawn.next(template);
    var meta = command.meta();
    var note =
        new ActionNote(
            command.action(),
            null,
            caller.principal(),
            Recorder.role(caller),
            target,
            null,
            null,
            worker == null ? null : worker.euid(),
            null,
            null,
            null,
            null,
            queueKey,
            reason,
            null,
            null,
            null,
            null,
            null,
            null,
            meta.correlationId(),
            meta.traceId(),
            meta.idempotencyKey(),
            hash,
            context.softwareVersion(),
            "OK",
            Recorder.result(result),
            null,
            events);
    writer.act(
        new Entry(
            ref,
            template,
            null,
            worker == null ? null : worker.uid(),
            queue == null ? null : queue.uid(),
            actorUid,
            feedKey,
            note));
    return Answer.of(ref.euid(), note, false);
  }
}
