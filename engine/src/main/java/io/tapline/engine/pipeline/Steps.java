package io.tapline.engine.pipeline;

import io.tapline.engine.command.Cancel;
import io.tapline.engine.command.Complete;
import io.tapline.engine.command.Expect;
import io.tapline.engine.command.Fail;
import io.tapline.engine.command.Meta;
import io.tapline.engine.command.Perform;
import io.tapline.engine.command.Requeue;
import io.tapline.engine.command.Start;
import io.tapline.engine.command.SubjectCommand;
import io.tapline.engine.domain.Step;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** The steps of a plan as the engine's own commands, so that its own decisions judge them. */
final class Steps {

  private Steps() {}

  static SubjectCommand command(Step step, Perform perform, String worker, String lease) {
    Meta meta = perform.meta();
    var subject = step.subject().euid();
    if (step instanceof Step.Start) {
      return new Start(meta, subject, worker, lease, Expect.NOTHING);
    }
    if (step instanceof Step.Complete done) {
      return new Complete(
          meta,
          subject,
          worker,
          lease,
          Expect.NOTHING,
          perform.action().wire(),
          done.nextQueueKey(),
          done.nextActionKey(),
          done.result(),
          List.of(),
          false,
          null);
    }
    if (step instanceof Step.Fail failed) {
      return new Fail(
          meta,
          subject,
          worker,
          lease,
          Expect.NOTHING,
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
    if (step instanceof Step.Send sent) {
      return new Requeue(
          meta,
          subject,
          Expect.NOTHING,
          sent.queueKey(),
          sent.nextActionKey(),
          null,
          null,
          null,
          false,
          sent.reason());
    }
    return new Cancel(meta, subject, Expect.NOTHING, false, ((Step.Cancel) step).reason());
  }

  static Complete expecting(Complete c, Expect expect) {
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

  static List<Item> items(
      RequestCaller asker, List<? extends SubjectCommand> commands, String hash) {
    var items = new ArrayList<Item>();
    for (var command : commands) {
      items.add(new Item(items.size(), asker, command, hash));
    }
    return items;
  }

  /** All of one action, their subjects locked already. */
  static Scene scene(Context context, Tx tx, List<Item> items) throws SQLException {
    var scene = new Scene(tx, context.kinds());
    scene.resolve(items);
    scene.read(items);
    return scene;
  }
}
