package io.tapline.engine.pipeline;

import static io.tapline.engine.action.ActionGroup.CREDENTIAL;
import static io.tapline.engine.action.ActionGroup.JOB;
import static io.tapline.engine.action.ActionGroup.QUEUE;
import static io.tapline.engine.action.ActionGroup.SUBSCRIPTION;
import static io.tapline.engine.action.ActionGroup.TENANT;
import static io.tapline.engine.action.ActionGroup.WEBHOOK;
import static io.tapline.engine.action.ActionGroup.WORKER;
import static io.tapline.engine.action.ActionGroup.WORKFLOW;

import io.tapline.api.ClaimAnswer;
import io.tapline.api.Code;
import io.tapline.api.ExecutionState;
import io.tapline.engine.action.ClaimNext;
import io.tapline.engine.action.Permissions;
import io.tapline.engine.command.Cancel;
import io.tapline.engine.command.Claim;
import io.tapline.engine.command.Command;
import io.tapline.engine.command.CreateWorkflow;
import io.tapline.engine.command.CredentialCommand;
import io.tapline.engine.command.Enqueue;
import io.tapline.engine.command.JobCommand;
import io.tapline.engine.command.LeaseCommand;
import io.tapline.engine.command.Limits;
import io.tapline.engine.command.PerformAction;
import io.tapline.engine.command.QueueCommand;
import io.tapline.engine.command.RequestValidation;
import io.tapline.engine.command.SubjectCommand;
import io.tapline.engine.command.SubscriptionCommand;
import io.tapline.engine.command.SwitchSubstrate;
import io.tapline.engine.command.WebhookCommand;
import io.tapline.engine.command.WorkerCommand;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.ClaimOutcome;
import io.tapline.engine.model.Envelope;
import io.tapline.engine.model.ItemOutcome;
import io.tapline.engine.model.Refusal;
import io.tapline.engine.model.RefusedException;
import io.tapline.engine.model.ReportOutcome;
import io.tapline.engine.pipeline.BackgroundFailures.Task;
import io.tapline.engine.store.ClaimCandidates;
import io.tapline.engine.store.CredentialRows;
import io.tapline.engine.store.LapsedLeases;
import io.tapline.engine.store.OverdueExternal;
import io.tapline.engine.store.PastDeadline;
import io.tapline.engine.store.PolicyVersions;
import io.tapline.engine.store.PrincipalObjects;
import io.tapline.engine.store.TemplateCache;
import io.tapline.engine.store.TenantSettings;
import io.tapline.tapdb.TapDb;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * The entry point for all changes: every change is an action, every action is a batch, and a single
 * request is a batch of one.
 */
public final class ActionPipeline {

  private final PipelineContext context;
  private final ClaimCandidates candidates;
  private final StepPipeline steps;
  private final SubjectPipeline subjects;
  private final ClaimPipeline claims;
  private final EnqueuePipeline enqueues;
  private final RegistryPipeline<CredentialCommand, ?> credentials;
  private final DomainActions actions;
  private final WorkflowSettlement workflows;
  private final RetentionCleaner retentionCleaner;
  private final SubscriptionSpawner subscriptionSpawner;
  private final ReportPipeline reports;
  private final WebhookActions webhooks = new WebhookActions();
  private final ActionDispatch dispatch;
  private final NoWorkMemory noWork = new NoWorkMemory();

  /**
   * @param patience the time after which a shared transaction counts as stuck
   */
  public ActionPipeline(
      TapDb tapDb,
      TemplateCache templateCache,
      ActionStats actionStats,
      String softwareVersion,
      DomainActions actions,
      Duration patience) {
    this.context =
        new PipelineContext(
            tapDb,
            templateCache,
            new PrincipalObjects(tapDb, templateCache),
            actionStats,
            softwareVersion,
            patience);
    this.candidates = new ClaimCandidates(templateCache);
    var policies = new PolicyVersions();
    this.steps = new StepPipeline(context, candidates, policies);
    this.subjects = new SubjectPipeline(context, steps);
    this.claims = new ClaimPipeline(context, subjects, candidates);
    this.enqueues = new EnqueuePipeline(context, policies);
    this.credentials = registry(new CredentialActions());
    this.actions = actions;
    this.workflows = new WorkflowSettlement(context, subjects);
    this.retentionCleaner = new RetentionCleaner(context, subjects);
    this.subscriptionSpawner = new SubscriptionSpawner(context, this);
    this.reports = new ReportPipeline(context, subjects, claims, steps);
    this.dispatch =
        new ActionDispatch(new DomainPipeline(context, subjects, claims, actions))
            .subjects(subjects)
            .enqueues(enqueues)
            .oneByOne(QUEUE, QueueCommand.class, registry(new QueueActions())::execute)
            .oneByOne(JOB, JobCommand.class, registry(new JobKindActions())::execute)
            .oneByOne(WORKER, WorkerCommand.class, registry(new WorkerActions(context))::execute)
            .oneByOne(CREDENTIAL, CredentialCommand.class, credentials::execute)
            .oneByOne(
                WORKFLOW, CreateWorkflow.class, registry(new WorkflowActions(enqueues))::execute)
            .oneByOne(
                SUBSCRIPTION,
                SubscriptionCommand.class,
                registry(new SubscriptionActions())::execute)
            .oneByOne(TENANT, SwitchSubstrate.class, registry(new SwitchActions())::execute)
            .oneByOne(WEBHOOK, WebhookCommand.class, registry(webhooks)::execute);
  }

  private <C extends Command, R> RegistryPipeline<C, R> registry(RegistryKind<C, R> kind) {
    return new RegistryPipeline<>(context, kind);
  }

  /** Makes every request take the general path, which tests compare the fast path with. */
  public void generalPathOnly() {
    steps.disable();
    enqueues.generalPathOnly();
  }

  /** Claims scan without back-off, so that their answers in tests do not depend on the machine. */
  public void disableThrottles() {
    candidates.disableThrottles();
  }

  /** Limits the number of webhooks of a tenant that are not retired. */
  public void limitWebhooks(int perTenant) {
    webhooks.limit(perTenant);
  }

  /**
   * Executes a batch of commands of one action, or of endings of several actions. Each command has
   * its own outcome, in order.
   */
  public List<ItemOutcome> execute(Caller caller, List<? extends Command> commands) {
    var outcomes = judged(caller, commands, allowed -> dispatch.execute(caller, allowed));
    if (outcomes.stream().anyMatch(ActionPipeline::concernsOthers)) {
      settleAfterCommit(caller.tenantId());
    }
    return outcomes;
  }

  /** The outcome that a command about a job would have now. */
  public ItemOutcome rehearse(Caller caller, SubjectCommand command) {
    var refusal = refusal(caller, command);
    return refusal == null ? subjects.rehearse(caller, command) : ItemOutcome.of(refusal);
  }

  /**
   * Executes endings, of one action or of several, and a claim of the worker that reports them. An
   * invalid claim refuses the whole request; a claim that is refused later leaves the endings
   * valid.
   */
  public ReportOutcome report(Caller caller, List<? extends LeaseCommand> endings, Claim next) {
    var reported = executeReport(caller, endings, next);
    return answered(caller, next, reported.outcomes(), reported.claimed());
  }

  /** Executes the endings. A claim that was answered with NO_WORK gets this answer again. */
  public ReportOutcome reportOnce(Caller caller, List<? extends LeaseCommand> endings, Claim next) {
    if (noWork.isRemembered(caller, next)) {
      var reported = executeReport(caller, endings, next.until(Instant.EPOCH));
      return answered(caller, next, reported.outcomes(), withoutWork(next, reported.claimed()));
    }
    var reported = report(caller, endings, next);
    if (reported.claimed() != null && reported.claimed().noWork()) {
      noWork.remember(caller, next);
    }
    return reported;
  }

  /** A refusal names the fields of the claim as the report does. */
  private ReportOutcome answered(
      Caller caller, Claim next, List<ItemOutcome> outcomes, ClaimOutcome claimed) {
    counted(caller, next, claimed);
    return new ReportOutcome(
        outcomes,
        claimed == null || claimed.refusal() == null
            ? claimed
            : ClaimOutcome.refused(ClaimNext.inside(claimed.refusal())));
  }

  private ReportOutcome executeReport(
      Caller caller, List<? extends LeaseCommand> endings, Claim next) {
    var claimed = new ClaimOutcome[1];
    var outcomes =
        judged(
            caller,
            endings,
            allowed -> {
              var some = allowed.stream().map(LeaseCommand.class::cast).toList();
              var kinds = ClaimNext.refusal(endings);
              var refusal = kinds != null ? kinds : ClaimNext.refusal(caller, some, next);
              if (refusal != null) {
                context.stats().refusal(caller.tenantId(), next.action(), refusal.code());
                throw new RefusedException(refusal);
              }
              var reported = reports.execute(caller, some, next);
              claimed[0] = reported.claimed();
              return reported.outcomes();
            });
    if (outcomes.stream().anyMatch(ActionPipeline::concernsOthers)) {
      settleAfterCommit(caller.tenantId());
      if (claimed[0] != null && claimed[0].noWork()) {
        // Jobs that waited for these endings may be ready now.
        claimed[0] = reports.claim(caller, next);
      }
    }
    return new ReportOutcome(outcomes, claimed[0]);
  }

  /** Enqueues inside the transaction of the caller. */
  public List<ItemOutcome> enqueueWithin(Connection callers, Caller caller, List<Enqueue> commands)
      throws SQLException {
    var failure = new SQLException[1];
    var outcomes =
        judged(
            caller,
            commands,
            allowed -> {
              try {
                return enqueues.within(
                    callers, caller, allowed.stream().map(Enqueue.class::cast).toList());
              } catch (SQLException e) {
                failure[0] = e;
                return List.of();
              }
            });
    if (failure[0] != null) {
      throw failure[0];
    }
    return outcomes;
  }

  public ClaimAnswer claim(Caller caller, Claim command) {
    return counted(caller, command, claimed(caller, command)).orThrow();
  }

  /** A claim that was answered with NO_WORK gets the same answer again for some time. */
  public ClaimAnswer claimOnce(Caller caller, Claim command) {
    if (!noWork.isRemembered(caller, command)) {
      var answer = claim(caller, command);
      if (answer.claims().isEmpty()) {
        noWork.remember(caller, command);
      }
      return answer;
    }
    // Another server may have granted a lease since then, which is replayed.
    var outcome = claimed(caller, command.until(Instant.EPOCH));
    return counted(caller, command, withoutWork(command, outcome)).orThrow();
  }

  private ClaimOutcome claimed(Caller caller, Claim command) {
    var refusal = refusal(caller, command);
    try {
      return refusal == null ? reports.execute(caller, command) : ClaimOutcome.refused(refusal);
    } catch (RefusedException e) {
      return ClaimOutcome.refused(e.refusal());
    }
  }

  /**
   * A stored claim is executed with a time limit that has passed, so it is refused unless it is a
   * replay.
   */
  private static ClaimOutcome withoutWork(Claim command, ClaimOutcome outcome) {
    return outcome != null
            && outcome.refusal() != null
            && outcome.refusal().code() == Code.CLAIM_TOO_LATE
        ? ClaimOutcome.of(ClaimAnswer.noWork(command.workerEuid()))
        : outcome;
  }

  public void rememberNoWork(Caller caller, Claim command) {
    noWork.remember(caller, command);
  }

  public boolean isNoWorkRemembered(Caller caller, Claim command) {
    return noWork.isRemembered(caller, command);
  }

  private ClaimOutcome counted(Caller caller, Claim command, ClaimOutcome claimed) {
    if (claimed != null && claimed.refusal() != null) {
      context.stats().refusal(caller.tenantId(), command.action(), claimed.refusal().code());
    } else if (claimed != null && claimed.answer() != null && claimed.answer().replayed()) {
      context.stats().replay(caller.tenantId(), queueOf(claimed.answer()));
    }
    return claimed;
  }

  static String queueOf(ClaimAnswer answer) {
    return answer.claims().isEmpty() ? null : answer.claims().get(0).queueKey();
  }

  /** Settles some lapsed leases of a tenant; the sweeper calls it until it returns 0. */
  public int settleLapses(long tenantId) {
    var lapsed = context.tapDb().transaction(tenantId, LapsedLeases::any);
    if (!lapsed.isEmpty()) {
      subjects.settle(tenantId, lapsed);
    }
    return lapsed.size();
  }

  /** Fails overdue external work in queues that opted into a retry; returns the number of jobs. */
  public int retryOverdue(long tenantId) {
    var overdue =
        context.tapDb().transaction(tenantId, tx -> OverdueExternal.any(tx, context.templates()));
    var outcomes =
        subjects.executeAsSystem(tenantId, overdue.stream().map(SystemCaller::overdue).toList());
    return (int) outcomes.stream().filter(outcome -> !outcome.refused()).count();
  }

  /** Fails some jobs whose deadline has passed; the sweeper calls it until it returns 0. */
  public int failOverdue(long tenantId) {
    var late = context.tapDb().transaction(tenantId, PastDeadline::any);
    var outcomes =
        subjects.executeAsSystem(tenantId, late.stream().map(SystemCaller::late).toList());
    return (int) outcomes.stream().filter(outcome -> !outcome.refused()).count();
  }

  /** Creates the jobs of event subscriptions; returns their number. */
  public int spawn(long tenantId) {
    return subscriptionSpawner.runPass(tenantId);
  }

  /** Archives some finished jobs that are past their retention time; returns their number. */
  public int cleanSome(long tenantId) {
    return retentionCleaner.runPass(tenantId);
  }

  /**
   * Archives finished jobs that are past their retention time, up to a limit; returns their number.
   */
  public int cleanAll(long tenantId) {
    return retentionCleaner.all(tenantId);
  }

  /** Closes some expired sessions; the sweeper calls it. */
  public void closeExpiredSessions(long tenantId) {
    var over =
        context
            .tapDb()
            .transaction(tenantId, tx -> CredentialRows.sessionsOver(tx, context.templates()));
    for (var euid : over) {
      credentials.execute(SystemCaller.of(tenantId), SystemCaller.closeExpired(euid));
    }
  }

  /** Whether a job of a workflow has ended or waits, so that it or other jobs may proceed. */
  private static boolean concernsOthers(ItemOutcome outcome) {
    return !outcome.refused()
        && !outcome.answer().replayed()
        && outcome.answer().result() instanceof Envelope envelope
        && envelope.workflowEuid() != null
        && (envelope.terminal() || envelope.state() == ExecutionState.PENDING);
  }

  /**
   * The action is committed and answered as such; if this fails, the next sweep settles the jobs.
   */
  private void settleAfterCommit(long tenantId) {
    context
        .stats()
        .failures()
        .isolate(Task.WORKFLOW, "tenant " + tenantId, () -> settleWorkflows(tenantId));
  }

  /**
   * Settles jobs of workflows whose dependencies have ended, until none is left. A job that cannot
   * be marked is being changed; the transaction that changes it settles again.
   */
  public void settleWorkflows(long tenantId) {
    while (workflows.settle(tenantId) > 0) {
      // A job that failed with its dependency may concern other jobs in turn.
    }
  }

  /** Refuses a cancel whose key was used with another payload for a job of the workflow. */
  public void requireSameCancel(
      long tenantId, String workflowEuid, Function<String, Cancel> cancel) {
    workflows.requireSame(tenantId, workflowEuid, cancel);
  }

  /** The jobs of a workflow that have not ended, with those of concurrent additions. */
  public List<String> openJobs(long tenantId, String workflowEuid) {
    return workflows.open(tenantId, workflowEuid);
  }

  /** Whether new work is accepted and sweeps may change jobs. */
  public boolean substrateEnabled(long tenantId) {
    return context
        .tapDb()
        .transaction(tenantId, tx -> TenantSettings.substrateEnabled(tx, context.templates()));
  }

  private interface Run {
    List<ItemOutcome> on(List<Command> allowed);
  }

  /** Refuses commands that are invalid without a read of the database; runs the others together. */
  private List<ItemOutcome> judged(Caller caller, List<? extends Command> commands, Run run) {
    if (commands.isEmpty()) {
      return List.of();
    }
    int limit = commands.get(0) instanceof Enqueue ? Limits.ENQUEUE : Limits.BATCH;
    if (commands.size() > limit) {
      throw new RefusedException(
          Refusal.invalid(
              "items", commands.size() + " are too many for one request; send at most " + limit));
    }
    var outcomes = new ItemOutcome[commands.size()];
    var allowed = new ArrayList<Command>();
    var places = new ArrayList<Integer>();
    for (int i = 0; i < outcomes.length; i++) {
      var refusal = refusal(caller, commands.get(i));
      if (refusal == null) {
        allowed.add(commands.get(i));
        places.add(i);
      } else {
        outcomes[i] = ItemOutcome.of(refusal);
      }
    }
    if (!allowed.isEmpty()) {
      var carriedOut = run.on(allowed);
      for (int i = 0; i < carriedOut.size(); i++) {
        outcomes[places.get(i)] = carriedOut.get(i);
      }
    }
    count(caller, commands, outcomes);
    return new ArrayList<>(java.util.Arrays.asList(outcomes));
  }

  private Refusal refusal(Caller caller, Command command) {
    if (command instanceof PerformAction performAction) {
      return actions.refusal(caller, performAction);
    }
    var refusal = Permissions.refusal(caller, command);
    return refusal != null ? refusal : RequestValidation.refusal(command);
  }

  private void count(Caller caller, List<? extends Command> commands, ItemOutcome[] outcomes) {
    for (int i = 0; i < outcomes.length; i++) {
      if (outcomes[i] != null && outcomes[i].refused()) {
        context
            .stats()
            .refusal(caller.tenantId(), commands.get(i).action(), outcomes[i].refusal().code());
      } else if (outcomes[i] != null && outcomes[i].answer().replayed()) {
        context.stats().replay(caller.tenantId(), outcomes[i].answer().queueKey());
      }
    }
  }
}
