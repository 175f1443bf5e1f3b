package io.tapline.engine.pipeline;

import io.tapline.engine.command.Command;
import io.tapline.engine.model.ActionAnswer;
import io.tapline.engine.model.ActionNote;
import io.tapline.engine.model.ActionNoteBuilder;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.Event;
import io.tapline.engine.model.ObjectRef;
import io.tapline.engine.store.ActionEntry;
import io.tapline.engine.store.BatchWriter;
import io.tapline.engine.store.TransactionClockAndIds;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.util.List;

/** The action instance of a change to a queue or a worker. */
record RegistryRecorder(
    PipelineContext context,
    Tx tx,
    Caller caller,
    long actorUid,
    TransactionClockAndIds drawn,
    BatchWriter writer) {

  ActionAnswer worker(
      Command command,
      String hash,
      ObjectRef worker,
      Long feedKey,
      Object result,
      String reason,
      List<Event> events)
      throws SQLException {
    return write(command, hash, "worker", worker, null, null, feedKey, result, reason, events);
  }

  ActionAnswer queue(
      Command command,
      String hash,
      ObjectRef queue,
      String queueKey,
      Long feedKey,
      Object result,
      String reason)
      throws SQLException {
    return write(command, hash, "queue", null, queue, queueKey, feedKey, result, reason, null);
  }

  /** The note of an action that is about neither a subject, a worker nor a queue. */
  static ActionNote note(
      PipelineContext context,
      Caller caller,
      Command command,
      String hash,
      String target,
      Object result,
      String reason,
      List<Event> events) {
    var meta = command.meta();
    return ActionNoteBuilder.builder()
        .actionKey(command.action())
        .actor(caller.principal())
        .role(ActionRecorder.role(caller))
        .target(target)
        .reason(reason)
        .correlationId(meta.correlationId())
        .traceId(meta.traceId())
        .idempotencyKey(meta.idempotencyKey())
        .payloadHash(hash)
        .softwareVersion(context.softwareVersion())
        .status("OK")
        .result(ActionRecorder.result(result))
        .events(events)
        .build();
  }

  private ActionAnswer write(
      Command command,
      String hash,
      String target,
      ObjectRef worker,
      ObjectRef queue,
      String queueKey,
      Long feedKey,
      Object result,
      String reason,
      List<Event> events)
      throws SQLException {
    var template = context.templates().action(tx, command.action());
    var ref = drawn.next(template);
    var note =
        ActionNoteBuilder.builder(
                note(context, caller, command, hash, target, result, reason, events))
            .workerEuid(worker == null ? null : worker.euid())
            .queueKey(queueKey)
            .build();
    writer.act(
        new ActionEntry(
            ref,
            template,
            null,
            worker == null ? null : worker.uid(),
            queue == null ? null : queue.uid(),
            actorUid,
            feedKey,
            note));
    return ActionAnswer.of(ref.euid(), note, false);
  }
}
