package io.tapline.engine.pipeline;

import io.tapline.tapdb.StoreException;
import io.tapline.tapdb.TapDb;
import java.util.function.Supplier;

/**
 * Repeats a request that lost a race. Of two identical requests that found no replay, the unique
 * index lets one commit, and the other runs again and gets its answer. A transaction that
 * PostgreSQL ended because of a deadlock has changed nothing and runs again.
 */
public final class IdempotentRetry {

  /** Limit of the wait of a shared transaction for a lock. */
  public static final int MOMENT_MILLIS = 100;

  private static final int TRIES = 3;

  private IdempotentRetry() {}

  public static <T> T settle(Supplier<T> request) {
    for (int attempt = 1; ; attempt++) {
      try {
        return request.get();
      } catch (StoreException e) {
        if (attempt == TRIES || !e.isUniqueViolation() && !e.isConcurrencyFailure()) {
          throw e;
        }
      }
    }
  }

  /**
   * Executes one or more requests in one transaction. A shared one waits only a moment for a lock,
   * because the wait of one request would delay all others; then it is rolled back, and each
   * request is tried alone.
   *
   * @param requests the number of requests
   */
  public static <T> T execute(
      PipelineContext context, long tenantId, int requests, TapDb.Work<T> work) {
    return settle(
        () ->
            context
                .tapDb()
                .transaction(
                    tenantId,
                    tx -> {
                      if (requests > 1) {
                        tx.waitAtMost(MOMENT_MILLIS);
                      }
                      return work.in(tx);
                    }));
  }
}
