package io.tapline.engine.pipeline;

import io.tapline.engine.command.Command;
import io.tapline.engine.command.PayloadHash;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.Outcome;
import io.tapline.engine.store.Replays;
import io.tapline.tapdb.StoreException;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Supplier;

/**
 * Two identical requests raced past each other's look-up: the unique index let one commit, and the
 * other asks again.
 */
final class Twins {

  private static final int TRIES = 3;

  private Twins() {}

  /** One try at a request, in a transaction of its own. */
  interface Attempt {
    Outcome in(Tx tx, long actorUid, String hash) throws SQLException;
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

  static Outcome settle(Context context, Caller caller, Command command, Attempt attempt) {
    long actorUid = context.principals().uidOf(caller);
    var hash = PayloadHash.of(command);
    return settle(
        () -> context.tapDb().transaction(caller.tenantId(), tx -> attempt.in(tx, actorUid, hash)));
  }

  /** What the same request on the same target came to before; or null. */
  static Outcome before(Tx tx, Command command, String hash, long targetUid) throws SQLException {
    var key = new Replays.Key(targetUid, command.meta().idempotencyKey());
    var found = Replays.find(tx, command.action(), List.of(key)).get(key);
    return found == null
        ? null
        : SubjectPipeline.replayed(hash, key.idempotencyKey(), found.get(0));
  }
}
