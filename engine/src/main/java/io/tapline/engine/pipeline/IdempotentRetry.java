package io.tapline.engine.pipeline;

import io.tapline.engine.command.Command;
import io.tapline.engine.command.PayloadHash;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.ItemOutcome;
import io.tapline.engine.store.ReplayLookup;
import io.tapline.tapdb.StoreException;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Supplier;

/**
 * Repeats a request that lost a race against an identical one: both found no replay, the unique
 * index let one commit, and the other runs again and gets its answer.
 */
final class IdempotentRetry {

  private static final int TRIES = 3;

  private IdempotentRetry() {}

  /** One try of a request, in its own transaction. */
  interface RequestTry {
    ItemOutcome in(Tx tx, long actorUid, String hash) throws SQLException;
  }

  static <T> T settle(Supplier<T> request) {
    for (int attempt = 1; ; attempt++) {
      try {
        return request.get();
      } catch (StoreException e) {
        if (!e.isUniqueViolation() || attempt == TRIES) {
          throw e;
        }
      }
    }
  }

  static ItemOutcome settle(
      PipelineContext context, Caller caller, Command command, RequestTry requestTry) {
    long actorUid = context.principals().uidOf(caller);
    var hash = PayloadHash.of(command);
    return settle(
        () ->
            context
                .tapDb()
                .transaction(caller.tenantId(), tx -> requestTry.in(tx, actorUid, hash)));
  }

  /** The outcome of an earlier identical request on the same target; or null. */
  static ItemOutcome before(Tx tx, Command command, String hash, long targetUid)
      throws SQLException {
    var key = new ReplayLookup.Key(targetUid, command.meta().idempotencyKey());
    var found = ReplayLookup.find(tx, command.action(), List.of(key)).get(key);
    return found == null
        ? null
        : SubjectPipeline.replayed(hash, key.idempotencyKey(), found.get(0));
  }
}
