package io.tapline.engine.pipeline;

import io.tapline.tapdb.TapDb;

/**
 * A transaction of one or more requests. A shared one waits only a moment for a lock, because the
 * wait of one request would delay all others; then it is rolled back, and each request is tried
 * alone.
 */
final class SharedTransaction {

  static final int MOMENT_MILLIS = 100;

  private SharedTransaction() {}

  static <T> T execute(PipelineContext context, long tenantId, int requests, TapDb.Work<T> work) {
    return IdempotentRetry.settle(
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
