package io.tapline.spring;

import io.tapline.api.request.Enqueue;
import io.tapline.client.worker.PayloadCodec;
import io.tapline.engine.Engine;
import io.tapline.engine.model.ActionAnswer;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.ItemOutcome;
import io.tapline.tapdb.StoreException;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Enqueues jobs. Inside a transaction of the application's DataSource the job is part of it and
 * exists only if the transaction commits. Outside a transaction the job is committed at once.
 */
public final class TaplineTemplate {

  private final Engine engine;
  private final DataSource application;
  private final Caller caller;
  private final PayloadCodec codec;
  private final CommitSignal commitSignal;

  TaplineTemplate(
      Engine engine,
      DataSource application,
      Caller caller,
      PayloadCodec codec,
      CommitSignal commitSignal) {
    this.engine = engine;
    this.application = application;
    this.caller = caller;
    this.codec = codec;
    this.commitSignal = commitSignal;
  }

  /**
   * Enqueues a task that is ready at once.
   *
   * @param properties a record, a map or a JSON tree; the {@link PayloadCodec} serializes it
   * @return the EUID of the job
   */
  public String enqueue(String queueKey, Object properties) {
    return enqueue(queueKey, UUID.randomUUID().toString(), properties);
  }

  /**
   * Enqueues a task that is ready at once.
   *
   * @param idempotencyKey a repeated key returns the first job and creates no second one
   */
  public String enqueue(String queueKey, String idempotencyKey, Object properties) {
    return enqueue(Enqueue.task(idempotencyKey, queueKey, codec.encode(properties))).subjectEuid();
  }

  /**
   * Enqueues a job with all optional fields.
   *
   * @throws io.tapline.engine.model.RefusedException with a code and a sentence
   */
  public ActionAnswer enqueue(Enqueue work) {
    return enqueueAll(List.of(work)).get(0).orThrow();
  }

  /** Each job has its own outcome; a refused one does not affect the others. */
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

  /** A transaction of another manager would commit or roll back independently of the job. */
  private void requireOwnTransaction() {
    if (!TransactionSynchronizationManager.hasResource(application)) {
      throw new IllegalStateException(
          "the open transaction does not belong to the DataSource of Tapline; open a transaction on"
              + " that DataSource, or enqueue without a transaction");
    }
  }

  /** No worker can claim the job before the commit. */
  private final class WakeAfterCommit implements TransactionSynchronization {
    @Override
    public void afterCommit() {
      commitSignal.signal();
    }
  }

  /** The principal under which the application acts. */
  public Caller caller() {
    return caller;
  }

  /** The engine, for all other actions; they are not part of the caller's transaction. */
  public Engine engine() {
    return engine;
  }
}
