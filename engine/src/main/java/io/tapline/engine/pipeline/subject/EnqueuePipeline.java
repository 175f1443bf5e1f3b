package io.tapline.engine.pipeline.subject;

import io.tapline.api.ActionKey;
import io.tapline.api.Code;
import io.tapline.api.Refusal;
import io.tapline.api.request.Command;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.Prepare;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.ItemOutcome;
import io.tapline.engine.model.TenantSetting;
import io.tapline.engine.pipeline.HashedCommand;
import io.tapline.engine.pipeline.IdempotentRetry;
import io.tapline.engine.pipeline.PipelineContext;
import io.tapline.engine.pipeline.RequestCombiner;
import io.tapline.tapdb.StoreException;
import io.tapline.tapdb.TapDb;
import io.tapline.tapdb.Tx;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/**
 * Enqueues new jobs and routes prepared ones, in batches, in its own transaction or inside that of
 * the caller.
 */
public final class EnqueuePipeline {

  private static final int TRIES = 3;

  public static final Refusal SUBSTRATE_DISABLED =
      Refusal.of(
          Code.SUBSTRATE_DISABLED,
          "new jobs are refused: the kill switch "
              + TenantSetting.SUBSTRATE
              + " is off; an admin can turn it on");

  private final PipelineContext context;
  private final EnqueueAtOnce atOnce;
  private final RequestCombiner<List<HashedCommand>, List<ItemOutcome>> combiner;

  public EnqueuePipeline(PipelineContext context) {
    this.context = context;
    this.atOnce = new EnqueueAtOnce(context);
    this.combiner = new RequestCombiner<>(this::together, List::size, context);
  }

  /** Makes every request take the general path. */
  public void generalPathOnly() {
    atOnce.disable();
  }

  /** All commands are {@link Enqueue}, or all are {@link Prepare}. */
  public List<ItemOutcome> execute(Caller caller, List<? extends Command> commands) {
    return execute(hashed(caller, commands));
  }

  private List<HashedCommand> hashed(Caller caller, List<? extends Command> commands) {
    return HashedCommand.of(context, caller, commands);
  }

  private List<ItemOutcome> execute(List<HashedCommand> requests) {
    return atOnce
        .execute(requests, 1)
        .orElseGet(
            () ->
                IdempotentRetry.execute(
                    context, tenantOf(requests), 1, tx -> attempt(tx, requests)));
  }

  /**
   * Like {@link #execute}, for few commands: in one transaction with concurrent enqueues. A job
   * that exists already or is linked to other jobs takes locks and runs alone.
   */
  public List<ItemOutcome> executeShared(Caller caller, List<? extends Command> commands) {
    var requests = hashed(caller, commands);
    if (!commands.stream().allMatch(EnqueuePipeline::takesNoLocks)) {
      return execute(requests);
    }
    var kind = new RequestCombiner.Kind(caller.tenantId(), ActionKey.ENQUEUE_SUBJECT, null);
    return combiner.ask(kind, requests).orElseGet(() -> execute(requests));
  }

  /** Whether the command neither names an existing job nor links to other jobs. */
  static boolean takesNoLocks(Command command) {
    return command instanceof Enqueue enqueue
        && enqueue.subjectEuid() == null
        && enqueue.ties() == null;
  }

  /**
   * Executes all in one transaction; null for a request that uses a key of another one, which has
   * to run first.
   */
  private List<List<ItemOutcome>> together(List<List<HashedCommand>> batches) {
    var keys = new HashSet<List<String>>();
    var all = new ArrayList<HashedCommand>();
    var places = new ArrayList<Integer>();
    for (var batch : batches) {
      var own = batch.stream().map(EnqueuePipeline::keyInQueue).toList();
      boolean alone = own.stream().anyMatch(keys::contains);
      places.add(alone ? null : all.size());
      if (!alone) {
        all.addAll(batch);
        keys.addAll(own);
      }
    }
    var outcomes =
        atOnce
            .execute(all, batches.size())
            .orElseGet(
                () ->
                    IdempotentRetry.execute(
                        context, tenantOf(all), batches.size(), tx -> attempt(tx, all)));
    var byBatch = new ArrayList<List<ItemOutcome>>();
    for (int i = 0; i < batches.size(); i++) {
      var from = places.get(i);
      byBatch.add(from == null ? null : outcomes.subList(from, from + batches.get(i).size()));
    }
    return byBatch;
  }

  private static long tenantOf(List<HashedCommand> requests) {
    return requests.get(0).tenantId();
  }

  private static List<String> keyInQueue(HashedCommand hashedCommand) {
    var enqueue = (Enqueue) hashedCommand.command();
    return List.of(enqueue.queueKey(), enqueue.meta().idempotencyKey());
  }

  /** Commits with the caller's transaction, or not at all. */
  public List<ItemOutcome> within(Connection callers, Caller caller, List<Enqueue> commands)
      throws SQLException {
    TapDb.requireTransaction(callers);
    var requests = hashed(caller, commands);
    for (int attempt = 1; ; attempt++) {
      // An identical request that commits first must not fail the caller's transaction.
      var savepoint = callers.setSavepoint();
      try {
        var outcomes =
            context.tapDb().within(callers, caller.tenantId(), tx -> attempt(tx, requests));
        callers.releaseSavepoint(savepoint);
        return outcomes;
      } catch (SQLException e) {
        callers.rollback(savepoint);
        if (!new StoreException(e).isUniqueViolation() || attempt == TRIES) {
          throw e;
        }
      }
    }
  }

  /** Executes the commands inside an open transaction. */
  public List<ItemOutcome> attempt(Tx tx, List<HashedCommand> requests) throws SQLException {
    atOnce.dropReserved(tx.tenantId());
    return new EnqueueBatch(context, tx, requests).execute();
  }
}
