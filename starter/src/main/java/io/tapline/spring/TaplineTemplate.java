package io.tapline.spring;

import io.tapline.engine.Engine;
import io.tapline.engine.command.Enqueue;
import io.tapline.engine.model.ActionAnswer;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.ItemOutcome;
import io.tapline.tapdb.Json;
import io.tapline.tapdb.StoreException;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Enqueues work. Inside a transaction of the application's DataSource the work is part of it: it
 * exists if, and only if, that commits. Outside of one it is committed at once.
 */
public final class TaplineTemplate {

  private final Engine engine;
  private final DataSource application;
  private final Caller caller;
  private final CommitSignal commitSignal;

  TaplineTemplate(Engine engine, DataSource application, Caller caller, CommitSignal commitSignal) {
    this.engine = engine;
    this.application = application;
    this.caller = caller;
    this.commitSignal = commitSignal;
  }

  /**
   * A task, due at once.
   *
   * @param properties a record, a map or a JSON tree; printed in snake_case
   * @return the EUID of the subject
   */
  public String enqueue(String queueKey, Object properties) {
    return enqueue(queueKey, UUID.randomUUID().toString(), properties);
  }

  /**
   * A task, due at once.
   *
   * @param idempotencyKey the same key again gives the first subject again, and no second one
   */
  public String enqueue(String queueKey, String idempotencyKey, Object properties) {
    return enqueue(Enqueue.task(idempotencyKey, queueKey, Json.tree(properties))).subjectEuid();
  }

  /**
   * With everything that can be said about work.
   *
   * @throws io.tapline.engine.model.RefusedException with a code and a sentence
   */
  public ActionAnswer enqueue(Enqueue work) {
    return enqueueAll(List.of(work)).get(0).orThrow();
  }

  /** Each has an outcome of its own; one that is refused does not spoil the others. */
  public List<ItemOutcome> enqueueAll(List<Enqueue> work) {
    return TransactionSynchronizationManager.isActualTransactionActive()
        ? within(work)
        : engine.executeAll(caller, work);
  }

  private List<ItemOutcome> within(List<Enqueue> work) {
    requireOwnTransaction();
    var connection = DataSourceUtils.getConnection(application);
    try {
      var outcomes = engine.enqueue(connection, caller, work);
      TransactionSynchronizationManager.registerSynchronization(new WakeAfterCommit());
      return outcomes;
    } catch (SQLException e) {
      throw new StoreException(e);
    } finally {
      DataSourceUtils.releaseConnection(connection, application);
    }
  }

  /** What is committed by another manager's transaction would not be this one's to roll back. */
  private void requireOwnTransaction() {
    if (!TransactionSynchronizationManager.hasResource(application)) {
      throw new IllegalStateException(
          "the transaction that is open here is not one of the DataSource that Tapline uses; open"
              + " one there, or enqueue outside of any");
    }
  }

  /** Nobody can have the work before the commit. */
  private final class WakeAfterCommit implements TransactionSynchronization {
    @Override
    public void afterCommit() {
      commitSignal.ring();
    }
  }

  /** As whom the application acts. */
  public Caller caller() {
    return caller;
  }

  /** The engine itself, for all else; what it does is not part of the caller's transaction. */
  public Engine engine() {
    return engine;
  }
}
