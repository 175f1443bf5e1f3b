package io.tapline.engine.pipeline;

import io.tapline.tapdb.TapDb;

/**
 * A transaction of one or more requests. One that several share waits for nobody: what one of them
 * would have to wait for would hold up the others too, so it is given up after a moment, and each
 * of them is tried alone.
 */
final class SharedTransaction {

  private static final int MOMENT_MILLIS = 100;

  private SharedTransaction() {}

  static <T> T of(PipelineContext context, long tenantId, int requests, TapDb.Work<T> work) {
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
