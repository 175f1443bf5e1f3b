package io.tapline.engine;

import io.tapline.engine.pipeline.BackgroundFailures;
import io.tapline.engine.pipeline.BackgroundFailures.Task;
import io.tapline.tapdb.Tenants;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import javax.sql.DataSource;

/** Runs one maintenance task for every tenant. Any number of servers may run the same task. */
final class TenantRound implements Runnable {

  private final BackgroundFailures failures;
  private final Task task;
  private final LongConsumer work;
  private final Tenants tenants;
  private final BooleanSupplier stopping;

  /**
   * @param work receives the id of a tenant
   * @param stopping whether the remaining tenants are left to another run or another server
   */
  TenantRound(
      BackgroundFailures failures,
      Task task,
      LongConsumer work,
      DataSource serving,
      BooleanSupplier stopping) {
    this.failures = failures;
    this.task = task;
    this.work = work;
    this.tenants = new Tenants(serving);
    this.stopping = stopping;
  }

  /** A tenant that fails does not affect the others. */
  @Override
  public void run() {
    for (var tenant : tenants.all()) {
      if (stopping.getAsBoolean()) {
        return;
      }
      failures.isolate(task, "tenant " + tenant.key(), () -> work.accept(tenant.id()));
    }
  }
}
