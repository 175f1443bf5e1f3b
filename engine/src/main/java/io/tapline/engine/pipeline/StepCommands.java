package io.tapline.engine.pipeline;

import io.tapline.engine.command.Cancel;
import io.tapline.engine.command.Complete;
import io.tapline.engine.command.Fail;
import io.tapline.engine.command.PerformAction;
import io.tapline.engine.command.RequestMeta;
import io.tapline.engine.command.Requeue;
import io.tapline.engine.command.Start;
import io.tapline.engine.command.StatePrecondition;
import io.tapline.engine.command.SubjectCommand;
import io.tapline.engine.domain.SubjectStep;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** The steps of a plan as the engine's own commands, so that its own decisions judge them. */
final class StepCommands {

  private StepCommands() {}

  static SubjectCommand command(
      SubjectStep step, PerformAction performAction, String worker, String lease) {
    RequestMeta meta = performAction.meta();
    var subject = step.subject().euid();
    if (step instanceof SubjectStep.Start) {
      return new Start(meta, subject, worker, lease, StatePrecondition.NOTHING);
    }
    if (step instanceof SubjectStep.Complete done) {
      return new Complete(
          meta,
          subject,
          worker,
          lease,
          StatePrecondition.NOTHING,
          performAction.action().wire(),
          done.nextQueueKey(),
          done.nextActionKey(),
          done.result(),
          List.of(),
          false,
          null);
    }
    if (step instanceof SubjectStep.Fail failed) {
      return new Fail(
          meta,
          subject,
          worker,
          lease,
          StatePrecondition.NOTHING,
          null,
          failed.errorClass(),
          failed.errorCode(),
          failed.message(),
          null,
          null,
          null,
          failed.result(),
          false,
          null);
    }
    if (step instanceof SubjectStep.Send sent) {
      return new Requeue(
          meta,
          subject,
          StatePrecondition.NOTHING,
          sent.queueKey(),
          sent.nextActionKey(),
          null,
          null,
          null,
          false,
          sent.reason());
    }
    return new Cancel(
        meta, subject, StatePrecondition.NOTHING, false, ((SubjectStep.Cancel) step).reason());
  }

  static Complete expecting(Complete c, StatePrecondition expect) {
    return new Complete(
        c.meta(),
        c.subjectEuid(),
        c.workerEuid(),
        c.leaseEuid(),
        expect,
        c.actionKey(),
        c.nextQueueKey(),
        c.nextActionKey(),
        c.resultPayload(),
        c.outputs(),
        c.override(),
        c.reason());
  }

  static List<BatchItem> items(
      RequestCaller asker, List<? extends SubjectCommand> commands, String hash) {
    var items = new ArrayList<BatchItem>();
    for (var command : commands) {
      items.add(new BatchItem(items.size(), asker, command, hash));
    }
    return items;
  }

  /** All of one action, their subjects locked already. */
  static LockedBatch scene(PipelineContext context, Tx tx, List<BatchItem> items)
      throws SQLException {
    var batch = new LockedBatch(tx, context.kinds());
    batch.resolve(items);
    batch.askSubjects(items);
    batch.read(items);
    return batch;
  }
}
