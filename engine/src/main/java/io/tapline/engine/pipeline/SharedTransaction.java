package io.tapline.engine.pipeline;

import io.tapline.tapdb.TapDb;

/**
 * A transaction of one or more requests. A shared one waits for no lock: what one request waits for
 * would hold up the others too, so the transaction is given up after a moment, and each request is
 * tried alone.
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
