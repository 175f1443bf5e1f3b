package io.tapline.engine.pipeline.registry;

import io.tapline.api.request.Command;
import io.tapline.engine.model.ItemOutcome;
import io.tapline.engine.pipeline.ActionTransaction;
import io.tapline.engine.pipeline.ActionTransaction.LockPhase;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;

/**
 * The actions on one kind of registry object: the rows that they lock, and the decision on these
 * rows. {@link RegistryPipeline} executes them.
 *
 * @param <C> the commands
 * @param <R> the locked rows
 */
public interface RegistryKind<C extends Command, R> {

  /** The object, an object linked to it, and the action. */
  int IDS = 3;

  /** Prepares objects that would need a second connection inside the transaction. */
  default void prepare(long tenantId) {}

  /** Locks and reads rows in the common order of locks. */
  R lock(LockPhase locks, C command) throws SQLException;

  /**
   * The objects that the key of the command may belong to. A new object has no row for the key, so
   * by default the key belongs to the principal that sends it.
   */
  default Collection<Long> keyOwners(LockPhase locks, C command, R rows) throws SQLException {
    return List.of(locks.actorUid());
  }

  /** The number of identifiers that the action draws. */
  default int ids(R rows) {
    return IDS;
  }

  /**
   * Decides on the locked rows, and adds the changes and the evidence to the transaction. It writes
   * nothing for a refusal; what it had to write before the refusal is rolled back.
   */
  ItemOutcome decide(ActionTransaction action, C command, R rows) throws SQLException;
}
