package io.tapline.engine;

import io.tapline.api.ClaimAnswer;
import io.tapline.api.Code;
import io.tapline.engine.action.ActionTable;
import io.tapline.engine.command.Cancel;
import io.tapline.engine.command.Claim;
import io.tapline.engine.command.Command;
import io.tapline.engine.command.Enqueue;
import io.tapline.engine.command.LeaseCommand;
import io.tapline.engine.command.Limits;
import io.tapline.engine.command.RequestMeta;
import io.tapline.engine.command.StatePrecondition;
import io.tapline.engine.command.SubjectCommand;
import io.tapline.engine.domain.DomainAction;
import io.tapline.engine.domain.DomainPack;
import io.tapline.engine.model.ActionAnswer;
import io.tapline.engine.model.ActionKey;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.ItemOutcome;
import io.tapline.engine.model.RefusedException;
import io.tapline.engine.model.ReportOutcome;
import io.tapline.engine.model.SealedSecret;
import io.tapline.engine.model.Webhook;
import io.tapline.engine.model.WebhookProgress;
import io.tapline.engine.pipeline.ActionListener;
import io.tapline.engine.pipeline.ActionPipeline;
import io.tapline.engine.pipeline.ActionStats;
import io.tapline.engine.pipeline.BackgroundFailures;
import io.tapline.engine.pipeline.BackgroundFailures.Task;
import io.tapline.engine.pipeline.DomainActions;
import io.tapline.engine.read.ReadModels;
import io.tapline.engine.read.queue.ClaimDemand;
import io.tapline.engine.read.series.QueueSurveyor;
import io.tapline.engine.store.TemplateCache;
import io.tapline.engine.store.WebhookRows;
import io.tapline.tapdb.BuildVersion;
import io.tapline.tapdb.TapDb;
import io.tapline.tapdb.TemplatePack;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.sql.DataSource;

/** The execution engine, embedded: give it a pool that connects as the serving role. */
public final class Engine {

  /** The templates that the engine needs in every tenant. */
  public static final TemplatePack PACK =
      TemplatePack.resource(Engine.class, "packs/execution.json");

  /**
   * A transaction that takes longer is stuck, behind a lock or a database that does not answer, and
   * requests that wait for it begin another beside it. Most take a tenth of that.
   */
  private static final Duration PATIENCE = Duration.ofMillis(100);

  private final List<DomainPack> packs;
  private final DomainActions actions;
  private final ActionPipeline pipeline;
  private final ActionStats actionStats = new ActionStats();
  private final TapDb tapDb;
  private final TemplateCache templateCache;
  private final ClaimDemand demand;
  private final ReadModels reads;
  private final QueueSurveyor surveyor;

  public Engine(DataSource serving) {
    this(serving, List.of());
  }

  /**
   * @param packs kinds of object, queues and actions of a trade; see {@link #prepare}
   */
  public Engine(DataSource serving, List<? extends DomainPack> packs) {
    this(serving, packs, PATIENCE);
  }

  Engine(DataSource serving, List<? extends DomainPack> packs, Duration patience) {
    this.packs = List.copyOf(packs);
    this.actions = new DomainActions(this.packs);
    this.tapDb = new TapDb(serving);
    this.templateCache = new TemplateCache(tapDb);
    this.demand = new ClaimDemand(tapDb, templateCache);
    actionStats.listen(new DemandListener(demand));
    this.reads = new ReadModels(tapDb, templateCache, actionStats, demand);
    this.surveyor = new QueueSurveyor(tapDb, templateCache, reads.queues());
    this.pipeline =
        new ActionPipeline(
            tapDb, templateCache, actionStats, BuildVersion.text(), actions, patience);
  }

  /** Carries out one command, or throws {@link io.tapline.engine.model.RefusedException}. */
  public ActionAnswer execute(Caller caller, Command command) {
    return executeAll(caller, List.of(command)).get(0).orThrow();
  }

  /**
   * Carries out a batch of commands of one action, or of completions, failures and releases
   * together. A refused item does not affect the others.
   */
  public List<ItemOutcome> executeAll(Caller caller, List<? extends Command> commands) {
    long began = System.nanoTime();
    var outcomes = pipeline.execute(caller, commands);
    actionStats.carriedOut(caller, commands, outcomes, began);
    return outcomes;
  }

  /**
   * What would become of a command about a subject if it were carried out now, by the same rules
   * and under the same locks. Nothing of it is kept: no change, no evidence, no key.
   */
  public ItemOutcome rehearse(Caller caller, SubjectCommand command) {
    return pipeline.rehearse(caller, command);
  }

  /**
   * Enqueues in the caller's own transaction: the work exists if, and only if, the caller commits.
   */
  public List<ItemOutcome> enqueue(Connection callers, Caller caller, List<Enqueue> commands)
      throws SQLException {
    long began = System.nanoTime();
    var outcomes = pipeline.enqueueWithin(callers, caller, commands);
    actionStats.carriedOut(caller, commands, outcomes, began);
    return outcomes;
  }

  /**
   * Cancels every job of a workflow that has not ended, in steps of a batch. Those that others are
   * bringing at this moment are waited for and cancelled too; a later request is refused.
   *
   * @return whether any was cancelled that was not before, under this key
   */
  public boolean cancelWorkflow(
      Caller caller, RequestMeta meta, String workflowEuid, String reason) {
    pipeline.requireSameCancel(
        caller.tenantId(),
        workflowEuid,
        job -> new Cancel(meta, job, StatePrecondition.NOTHING, false, reason));
    // A job that came back is not cancelled a second time under the same key.
    var asked = new HashSet<String>();
    boolean any = false;
    while (true) {
      var open =
          pipeline.openJobs(caller.tenantId(), workflowEuid).stream()
              .filter(job -> !asked.contains(job))
              .limit(Limits.BATCH)
              .toList();
      if (open.isEmpty()) {
        return any;
      }
      asked.addAll(open);
      var cancels =
          open.stream()
              .map(job -> new Cancel(meta, job, StatePrecondition.NOTHING, false, reason))
              .toList();
      for (var outcome : executeAll(caller, cancels)) {
        // One that ended by itself meanwhile is no obstacle.
        if (!outcome.refused() || outcome.refusal().code() != Code.SUBJECT_TERMINAL) {
          any |= !outcome.orThrow().replayed();
        }
      }
    }
  }

  /** The actions of which several requests have one transaction together when they come at once. */
  public Set<ActionKey> sharedActions() {
    return ActionTable.shared();
  }

  public ClaimAnswer claim(Caller caller, Claim command) {
    long began = System.nanoTime();
    try {
      var answer = pipeline.claim(caller, command);
      actionStats.claimed(caller, command, answer, null, began);
      return answer;
    } catch (RefusedException e) {
      actionStats.claimed(caller, command, null, e.refusal(), began);
      throw e;
    }
  }

  /**
   * A worker reports how work ended and asks for more: both in one request and, where nothing
   * stands in the way, in one transaction. The evidence is that of two requests. The endings are
   * judged first, so what they free is there for the claim; they stand whatever becomes of it, and
   * it is made only if one of them stands.
   *
   * @param endings completions, failures and releases of one worker; not only releases
   * @param next names that worker, and no subject; its key is its own, and asked again under the
   *     same keys both are told again
   */
  public ReportOutcome report(Caller caller, List<? extends LeaseCommand> endings, Claim next) {
    long began = System.nanoTime();
    var reported = pipeline.report(caller, endings, next);
    actionStats.carriedOut(caller, endings, reported.outcomes(), began);
    var claimed = reported.claimed();
    if (claimed != null && claimed.fault() == null) {
      actionStats.claimed(caller, next, claimed.answer(), claimed.refusal(), began);
    }
    return reported;
  }

  /**
   * Settles lapsed leases of one tenant until none is left, lets go on what waited for them, and
   * puts away sessions that have ended by themselves. Then, unless the tenant's kill switch is off,
   * retries overdue external work where a queue asks for it, fails work past its deadline, makes
   * the jobs that events ask for through subscriptions, and puts finished work away that is past
   * its retention. Any number of servers may do so at once.
   *
   * <p>A part that fails is logged and counted, and the others run. Only the kill switch must be
   * readable: without it nothing may be changed, and without a database the first read fails for
   * all parts at once.
   *
   * @return how many lapsed leases were found; another server may have settled some of them first
   */
  public int sweep(long tenantId) {
    boolean enabled = pipeline.substrateEnabled(tenantId);
    int settled = failures().isolate(Task.SWEEP, "lapsed leases", 0, () -> settleLapses(tenantId));
    part("workflows", () -> pipeline.settleWorkflows(tenantId));
    part("sessions", () -> pipeline.putAwaySessions(tenantId));
    if (enabled) {
      part("overdue external work", () -> pipeline.retryOverdue(tenantId));
      part("deadlines", () -> failOverdue(tenantId));
      part("subscriptions", () -> pipeline.spawn(tenantId));
      part("retention", () -> pipeline.cleanSome(tenantId));
    }
    return settled;
  }

  private void part(String name, BackgroundFailures.Part work) {
    failures().isolate(Task.SWEEP, name, work);
  }

  /**
   * Puts finished work of a tenant away that is past its queue's retention, unless the kill switch
   * is off.
   *
   * @return how much
   */
  public int cleanUp(long tenantId) {
    return pipeline.substrateEnabled(tenantId) ? pipeline.cleanAll(tenantId) : 0;
  }

  /** Settles lapsed leases until none is left, whatever the kill switch says. */
  public int settleLapses(long tenantId) {
    int settled = 0;
    for (int step = pipeline.settleLapses(tenantId);
        step > 0;
        step = pipeline.settleLapses(tenantId)) {
      settled += step;
    }
    return settled;
  }

  /**
   * Writes down how the queues of a tenant stood in the last minute, for charts. Any number of
   * servers may do so at once: one of them does.
   *
   * @return whether this call did
   */
  public boolean sample(long tenantId) {
    return surveyor.take(tenantId);
  }

  /** Writes down for all servers which workers ask this one for work of which queues. */
  public void noteDemand() {
    demand.note();
  }

  /** All that a tenant needs: the engine's own templates, and those of its packs. */
  public List<TemplatePack> templates() {
    return PackInstall.templates(packs);
  }

  /**
   * Makes the queues of the packs, where a tenant has none of that name. What an administrator
   * changed since, or retired, stays as it is.
   */
  public void prepare(long tenantId) {
    PackInstall.queues(this, tenantId, packs);
  }

  /** The actions that packs bring. */
  public List<DomainAction> domainActions() {
    return actions.all();
  }

  private void failOverdue(long tenantId) {
    while (pipeline.failOverdue(tenantId) > 0) {
      // Until nothing is late, or what is late is another's to fail.
    }
  }

  /** Whether the tenant takes new work; its kill switch. */
  public boolean substrateEnabled(long tenantId) {
    return pipeline.substrateEnabled(tenantId);
  }

  /**
   * Stores how far the events of a webhook were delivered.
   *
   * @return false when another server stored a progress meanwhile; nothing is changed then
   */
  public boolean storeProgress(long tenantId, Webhook webhook, WebhookProgress next) {
    return tapDb.transaction(tenantId, tx -> WebhookRows.storeProgress(tx, webhook, next));
  }

  /** Stores the same secret sealed with another key. */
  public void reseal(long tenantId, SealedSecret secret, String sealed) {
    tapDb.transaction(
        tenantId,
        tx -> {
          WebhookRows.reseal(tx, secret, sealed);
          return null;
        });
  }

  /** From now on a tenant may have at most so many webhooks that are not retired. */
  public void limitWebhooks(int perTenant) {
    pipeline.limitWebhooks(perTenant);
  }

  /** Queues, subjects, workers and evidence as people see them. */
  public ReadModels reads() {
    return reads;
  }

  /** From now on the listener hears what became of every request. */
  public void listen(ActionListener listener) {
    actionStats.listen(listener);
  }

  public ActionStats stats() {
    return actionStats;
  }

  /** Isolates and counts failures of background work. */
  public BackgroundFailures failures() {
    return actionStats.failures();
  }

  public TapDb tapDb() {
    return tapDb;
  }

  public TemplateCache templateCache() {
    return templateCache;
  }
}
