package io.tapline.engine;

import io.tapline.api.ActionKey;
import io.tapline.api.ClaimAnswer;
import io.tapline.api.Code;
import io.tapline.api.Limits;
import io.tapline.api.request.Cancel;
import io.tapline.api.request.Claim;
import io.tapline.api.request.Command;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.LeaseCommand;
import io.tapline.api.request.RequestMeta;
import io.tapline.api.request.StatePrecondition;
import io.tapline.api.request.SubjectCommand;
import io.tapline.engine.action.ActionTable;
import io.tapline.engine.domain.DomainAction;
import io.tapline.engine.domain.DomainPack;
import io.tapline.engine.model.ActionAnswer;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.ItemOutcome;
import io.tapline.engine.model.RefusedException;
import io.tapline.engine.model.ReportOutcome;
import io.tapline.engine.model.SealedSecret;
import io.tapline.engine.model.Webhook;
import io.tapline.engine.model.WebhookProgress;
import io.tapline.engine.pipeline.ActionListener;
import io.tapline.engine.pipeline.ActionStats;
import io.tapline.engine.pipeline.BackgroundFailures;
import io.tapline.engine.pipeline.PipelineContextBuilder;
import io.tapline.engine.pipeline.pack.DomainActions;
import io.tapline.engine.read.ReadModels;
import io.tapline.engine.read.queue.ClaimDemand;
import io.tapline.engine.read.series.QueueSurveyor;
import io.tapline.engine.store.PolicyVersions;
import io.tapline.engine.store.PrincipalObjects;
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
import java.util.function.Supplier;
import javax.sql.DataSource;

/** The embeddable execution engine. It needs a pool that connects as the serving role. */
public final class Engine {

  /** The templates that the engine needs in every tenant. */
  public static final TemplatePack PACK =
      TemplatePack.resource(Engine.class, "packs/execution.json");

  /**
   * A longer transaction is stuck behind a lock or an unresponsive database, and waiting requests
   * begin another one. Most transactions take a tenth of that.
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
   * @param packs object types, queues and actions of a domain; see {@link #prepare}
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
    var policies = new PolicyVersions(templateCache);
    tapDb.onNewIncarnation(policies::forgetAll);
    this.reads = ReadModels.open(tapDb, templateCache, policies, actionStats, demand);
    this.surveyor = new QueueSurveyor(tapDb, templateCache, reads.queues());
    this.pipeline =
        new ActionPipeline(
            PipelineContextBuilder.builder()
                .tapDb(tapDb)
                .templates(templateCache)
                .policies(policies)
                .principals(new PrincipalObjects(tapDb, templateCache))
                .stats(actionStats)
                .softwareVersion(BuildVersion.text())
                .patience(patience)
                .build(),
            actions);
  }

  /** Makes claims independent of the speed of the machine: for tests that compare both paths. */
  void disableThrottles() {
    pipeline.disableThrottles();
  }

  /** Executes every request on the general path from now on: for tests that compare both paths. */
  void generalPathOnly() {
    pipeline.generalPathOnly();
  }

  /** Executes one command, or throws {@link io.tapline.engine.model.RefusedException}. */
  public ActionAnswer execute(Caller caller, Command command) {
    return executeAll(caller, List.of(command)).get(0).orThrow();
  }

  /**
   * Executes a batch of commands of one action, or of completions, failures and releases together.
   * A refused item does not affect the others.
   */
  public List<ItemOutcome> executeAll(Caller caller, List<? extends Command> commands) {
    long began = System.nanoTime();
    var outcomes = pipeline.execute(caller, commands);
    actionStats.carriedOut(caller, commands, outcomes, began);
    return outcomes;
  }

  /**
   * The outcome that a command about a job would have now, by the same rules and under the same
   * locks. Nothing is stored: no change, no evidence, no key.
   */
  public ItemOutcome rehearse(Caller caller, SubjectCommand command) {
    return pipeline.rehearse(caller, command);
  }

  /**
   * Enqueues in the transaction of the caller: the jobs exist if and only if the caller commits.
   */
  public List<ItemOutcome> enqueue(Connection callers, Caller caller, List<Enqueue> commands)
      throws SQLException {
    long began = System.nanoTime();
    var outcomes = pipeline.enqueueWithin(callers, caller, commands);
    actionStats.carriedOut(caller, commands, outcomes, began);
    return outcomes;
  }

  /**
   * Cancels every unfinished job of a workflow, in batches. It waits for concurrent enqueues and
   * cancels their jobs too; a later enqueue is refused.
   *
   * @return whether a job was cancelled that was not cancelled before under this key
   */
  public boolean cancelWorkflow(
      Caller caller, RequestMeta meta, String workflowEuid, String reason) {
    var workflows = pipeline.upkeep().workflows();
    workflows.requireSame(
        caller.tenantId(),
        workflowEuid,
        job -> new Cancel(meta, job, StatePrecondition.NOTHING, false, reason));
    // A requeued job is not cancelled again under the same key.
    var settled = new HashSet<String>();
    boolean any = false;
    while (true) {
      var open =
          workflows.open(caller.tenantId(), workflowEuid).stream()
              .filter(job -> !settled.contains(job))
              .limit(Limits.BATCH)
              .toList();
      if (open.isEmpty()) {
        return any;
      }
      settled.addAll(open);
      var cancels =
          open.stream()
              .map(job -> new Cancel(meta, job, StatePrecondition.NOTHING, false, reason))
              .toList();
      for (var outcome : executeAll(caller, cancels)) {
        // A job that ended meanwhile is no error.
        if (!outcome.refused() || outcome.refusal().code() != Code.SUBJECT_TERMINAL) {
          any |= !outcome.orThrow().replayed();
        }
      }
    }
  }

  /** The actions whose concurrent requests share a transaction. */
  public Set<ActionKey> sharedActions() {
    return ActionTable.shared();
  }

  /**
   * Claims jobs, or throws {@link io.tapline.engine.model.RefusedException}. NO_WORK stores
   * nothing, so the key may be used again.
   */
  public ClaimAnswer claim(Caller caller, Claim command) {
    return timed(caller, command, () -> pipeline.claim(caller, command));
  }

  /**
   * Claims jobs for a request that a network may deliver again, late. A claim that this process
   * answered with NO_WORK in the last 60 s gets the same answer again, so that it claims nothing
   * for a worker that has gone on.
   */
  public ClaimAnswer claimOnce(Caller caller, Claim command) {
    return timed(caller, command, () -> pipeline.claimOnce(caller, command));
  }

  /** Records the answer NO_WORK of a claim that was repeated while its caller waited. */
  public void rememberNoWork(Caller caller, Claim command) {
    pipeline.rememberNoWork(caller, command);
  }

  /** Whether this process recently answered the claim with NO_WORK. */
  public boolean isNoWorkRemembered(Caller caller, Claim command) {
    return pipeline.isNoWorkRemembered(caller, command);
  }

  private ClaimAnswer timed(Caller caller, Claim command, Supplier<ClaimAnswer> claim) {
    long began = System.nanoTime();
    try {
      var answer = claim.get();
      actionStats.claimed(caller, command, answer, null, began);
      return answer;
    } catch (RefusedException e) {
      actionStats.claimed(caller, command, null, e.refusal(), began);
      throw e;
    }
  }

  /**
   * A worker reports the end of jobs and claims more: in one request and, if possible, in one
   * transaction. The evidence is that of two requests. The endings are decided first, so the claim
   * can use the freed capacity. They stay valid for every outcome of the claim, which is made only
   * if one of them is accepted.
   *
   * @param endings completions, failures and releases of one worker; not only releases
   * @param next a claim of that worker without a named job; it has its own key, and a replay
   *     returns both answers
   */
  public ReportOutcome report(Caller caller, List<? extends LeaseCommand> endings, Claim next) {
    return timed(caller, endings, next, () -> pipeline.report(caller, endings, next));
  }

  /** Executes a report like {@link #report}, and its claim like {@link #claimOnce}. */
  public ReportOutcome reportOnce(Caller caller, List<? extends LeaseCommand> endings, Claim next) {
    return timed(caller, endings, next, () -> pipeline.reportOnce(caller, endings, next));
  }

  private ReportOutcome timed(
      Caller caller,
      List<? extends LeaseCommand> endings,
      Claim next,
      Supplier<ReportOutcome> report) {
    long began = System.nanoTime();
    var reported = report.get();
    actionStats.carriedOut(caller, endings, reported.outcomes(), began);
    var claimed = reported.claimed();
    if (claimed != null && claimed.fault() == null) {
      actionStats.claimed(caller, next, claimed.answer(), claimed.refusal(), began);
    }
    return reported;
  }

  /**
   * Background maintenance of one tenant. It settles lapsed leases, releases jobs whose
   * dependencies have ended, and archives expired sessions. Then, unless the kill switch of the
   * tenant is off, it retries overdue external work where the queue requests it, fails jobs past
   * their deadline, creates the jobs of subscriptions, and archives finished jobs past their
   * retention. Any number of servers may run it concurrently.
   *
   * <p>A part that fails is logged and counted, and the others run. Only the kill switch must be
   * readable: without it nothing may be changed, and without a database the first read fails for
   * all parts at once.
   *
   * @return number of lapsed leases found; another server may have settled some of them first
   */
  public int sweep(long tenantId) {
    return pipeline.upkeep().sweep(tenantId);
  }

  /**
   * Archives finished jobs of a tenant past the retention of their queue, unless the kill switch is
   * off.
   *
   * @return number of archived jobs
   */
  public int cleanUp(long tenantId) {
    return substrateEnabled(tenantId) ? pipeline.upkeep().cleanAll(tenantId) : 0;
  }

  /** Settles lapsed leases until none is left, in every state of the kill switch. */
  public int settleLapses(long tenantId) {
    return pipeline.upkeep().settleLapses(tenantId);
  }

  /**
   * Stores the figures of the queues of a tenant in the last minute, for charts. Any number of
   * servers may call it; one of them takes the sample.
   *
   * @return whether this call took it
   */
  public boolean sample(long tenantId) {
    return surveyor.take(tenantId);
  }

  /** Writes, for all servers, the queues that workers claim from at this one. */
  public void noteDemand() {
    demand.note();
  }

  /** All templates of a tenant: those of the engine and of its packs. */
  public List<TemplatePack> templates() {
    return PackInstall.templates(packs);
  }

  /**
   * Creates the queues of the packs that a tenant does not have. Queues that an administrator
   * changed or retired stay as they are.
   */
  public void prepare(long tenantId) {
    PackInstall.queues(this, tenantId, packs);
  }

  /** The actions of the packs. */
  public List<DomainAction> domainActions() {
    return actions.all();
  }

  /** Whether the tenant accepts new jobs, by its kill switch. */
  public boolean substrateEnabled(long tenantId) {
    return pipeline.upkeep().substrateEnabled(tenantId);
  }

  /**
   * Stores the delivery state of a webhook.
   *
   * @return false when another server stored a state meanwhile; nothing changes then
   */
  public boolean storeProgress(long tenantId, Webhook webhook, WebhookProgress next) {
    return tapDb.transaction(tenantId, tx -> WebhookRows.storeProgress(tx, webhook, next));
  }

  /** Stores the same secret encrypted with another key. */
  public void reseal(long tenantId, SealedSecret secret, String sealed) {
    tapDb.transaction(
        tenantId,
        tx -> {
          WebhookRows.reseal(tx, secret, sealed);
          return null;
        });
  }

  /** Limits the number of webhooks of a tenant that are not retired, from now on. */
  public void limitWebhooks(int perTenant) {
    pipeline.limitWebhooks(perTenant);
  }

  public ReadModels reads() {
    return reads;
  }

  /** Registers a listener for the outcome of every request. */
  public void listen(ActionListener listener) {
    actionStats.listen(listener);
  }

  public ActionStats stats() {
    return actionStats;
  }

  /** Isolates and counts failures of background maintenance. */
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
