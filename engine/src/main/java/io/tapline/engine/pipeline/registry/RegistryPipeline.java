package io.tapline.engine.pipeline.registry;

import io.tapline.api.request.Command;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.ItemOutcome;
import io.tapline.engine.pipeline.ActionTransaction.LockPhase;
import io.tapline.engine.pipeline.HashedCommand;
import io.tapline.engine.pipeline.IdempotentRetry;
import io.tapline.engine.pipeline.PipelineContext;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;

/**
 * Executes actions on the objects of the registry, each in a transaction of its own: lock, replay,
 * decide, write, record.
 */
public record RegistryPipeline<C extends Command, R>(
    PipelineContext context, RegistryKind<C, R> kind) {

  public ItemOutcome execute(Caller caller, C command) {
    var request = HashedCommand.of(context, caller, command);
    kind.prepare(caller.tenantId());
    return IdempotentRetry.execute(
        context,
        caller.tenantId(),
        1,
        tx -> attempt(tx, new LockPhase(context, tx, request), command));
  }

  private ItemOutcome attempt(Tx tx, LockPhase locks, C command) throws SQLException {
    var rows = kind.lock(locks, command);
    var replayed = locks.replay(kind.keyOwners(locks, command, rows));
    if (replayed != null) {
      return replayed;
    }
    var action = locks.draw(kind.ids(rows));
    var outcome = kind.decide(action, command, rows);
    if (outcome.refused() || outcome.answer().replayed()) {
      tx.rollBack();
    } else {
      action.writer().write();
    }
    return outcome;
  }
}
