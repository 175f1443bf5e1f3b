package io.tapline.engine.pipeline.upkeep;

import io.tapline.api.request.CredentialCommand;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.SubjectCommand;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.ItemOutcome;
import io.tapline.engine.pipeline.BackgroundFailures;
import io.tapline.engine.pipeline.BackgroundFailures.Task;
import io.tapline.engine.pipeline.PipelineContext;
import io.tapline.engine.pipeline.SystemCaller;
import io.tapline.engine.pipeline.registry.RegistryPipeline;
import io.tapline.engine.pipeline.subject.SubjectPipeline;
import io.tapline.engine.store.CredentialRows;
import io.tapline.engine.store.LapsedLeases;
import io.tapline.engine.store.OverdueExternal;
import io.tapline.engine.store.PastDeadline;
import io.tapline.engine.store.TenantSettings;
import java.util.List;
import java.util.function.BiFunction;

/** Background maintenance of a tenant. Any number of servers may run it concurrently. */
public final class TenantUpkeep {

  private final PipelineContext context;
  private final SubjectPipeline subjects;
  private final RegistryPipeline<CredentialCommand, ?> credentials;
  private final WorkflowSettlement workflows;
  private final RetentionCleaner retentionCleaner;
  private final SubscriptionSpawner subscriptionSpawner;

  /**
   * @param enqueues creates the jobs of subscriptions
   */
  public TenantUpkeep(
      PipelineContext context,
      SubjectPipeline subjects,
      RegistryPipeline<CredentialCommand, ?> credentials,
      BiFunction<Caller, List<Enqueue>, List<ItemOutcome>> enqueues) {
    this.context = context;
    this.subjects = subjects;
    this.credentials = credentials;
    this.workflows = new WorkflowSettlement(context, subjects);
    this.retentionCleaner = new RetentionCleaner(context, subjects);
    this.subscriptionSpawner = new SubscriptionSpawner(context, enqueues);
  }

  public WorkflowSettlement workflows() {
    return workflows;
  }

  /**
   * Runs all parts. A part that fails is logged and counted, and the others run. Only the kill
   * switch must be readable: without it nothing may be changed.
   *
   * @return number of lapsed leases found; another server may have settled some of them first
   */
  public int sweep(long tenantId) {
    boolean enabled = substrateEnabled(tenantId);
    int settled =
        context
            .stats()
            .failures()
            .isolate(Task.SWEEP, "lapsed leases", 0, () -> settleLapses(tenantId));
    part("workflows", () -> workflows.settleAll(tenantId));
    part("sessions", () -> closeExpiredSessions(tenantId));
    if (enabled) {
      part("overdue external work", () -> retryOverdue(tenantId));
      part("deadlines", () -> failOverdue(tenantId));
      part("subscriptions", () -> subscriptionSpawner.runPass(tenantId));
      part("retention", () -> retentionCleaner.runPass(tenantId));
    }
    return settled;
  }

  private void part(String name, BackgroundFailures.Part work) {
    context.stats().failures().isolate(Task.SWEEP, name, work);
  }

  /** Whether new work is accepted and sweeps may change jobs. */
  public boolean substrateEnabled(long tenantId) {
    return context
        .tapDb()
        .transaction(tenantId, tx -> TenantSettings.substrateEnabled(tx, context.templates()));
  }

  /** Settles lapsed leases until none is left; returns the number of leases found. */
  public int settleLapses(long tenantId) {
    int settled = 0;
    while (true) {
      var lapsed = context.tapDb().transaction(tenantId, LapsedLeases::any);
      if (lapsed.isEmpty()) {
        return settled;
      }
      subjects.settle(tenantId, lapsed);
      settled += lapsed.size();
    }
  }

  /**
   * Archives finished jobs that are past their retention time, up to a limit; returns their number.
   */
  public int cleanAll(long tenantId) {
    return retentionCleaner.all(tenantId);
  }

  /** Fails overdue external work in queues that opted into a retry. */
  private void retryOverdue(long tenantId) {
    var overdue =
        context.tapDb().transaction(tenantId, tx -> OverdueExternal.any(tx, context.templates()));
    subjects.executeAsSystem(tenantId, overdue.stream().map(SystemCaller::overdue).toList());
  }

  /**
   * Fails jobs whose deadline has passed, until no job is overdue, or other servers fail the
   * remaining ones.
   */
  private void failOverdue(long tenantId) {
    List<SubjectCommand> late;
    do {
      late =
          context.tapDb().transaction(tenantId, PastDeadline::any).stream()
              .<SubjectCommand>map(SystemCaller::late)
              .toList();
    } while (subjects.executeAsSystem(tenantId, late).stream()
        .anyMatch(outcome -> !outcome.refused()));
  }

  /** Closes some expired sessions. */
  private void closeExpiredSessions(long tenantId) {
    var over =
        context
            .tapDb()
            .transaction(tenantId, tx -> CredentialRows.sessionsOver(tx, context.templates()));
    for (var euid : over) {
      credentials.execute(SystemCaller.of(tenantId), SystemCaller.closeExpired(euid));
    }
  }
}
