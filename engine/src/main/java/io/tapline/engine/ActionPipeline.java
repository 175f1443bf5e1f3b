package io.tapline.engine;

import static io.tapline.engine.action.ActionGroup.CREDENTIAL;
import static io.tapline.engine.action.ActionGroup.ENQUEUE;
import static io.tapline.engine.action.ActionGroup.JOB;
import static io.tapline.engine.action.ActionGroup.QUEUE;
import static io.tapline.engine.action.ActionGroup.SUBJECT;
import static io.tapline.engine.action.ActionGroup.SUBSCRIPTION;
import static io.tapline.engine.action.ActionGroup.TENANT;
import static io.tapline.engine.action.ActionGroup.WEBHOOK;
import static io.tapline.engine.action.ActionGroup.WORKER;
import static io.tapline.engine.action.ActionGroup.WORKFLOW;

import io.tapline.api.ActionKey;
import io.tapline.api.ClaimAnswer;
import io.tapline.api.Code;
import io.tapline.api.Limits;
import io.tapline.api.Refusal;
import io.tapline.api.request.Claim;
import io.tapline.api.request.Command;
import io.tapline.api.request.CreateWorkflow;
import io.tapline.api.request.CredentialCommand;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.JobCommand;
import io.tapline.api.request.LeaseCommand;
import io.tapline.api.request.PerformAction;
import io.tapline.api.request.QueueCommand;
import io.tapline.api.request.RequestValidation;
import io.tapline.api.request.SubjectCommand;
import io.tapline.api.request.SubscriptionCommand;
import io.tapline.api.request.SwitchSubstrate;
import io.tapline.api.request.WebhookCommand;
import io.tapline.api.request.WorkerCommand;
import io.tapline.engine.action.ActionGroup;
import io.tapline.engine.action.ActionTable;
import io.tapline.engine.action.ClaimNext;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.ClaimOutcome;
import io.tapline.engine.model.ItemOutcome;
import io.tapline.engine.model.RefusedException;
import io.tapline.engine.model.ReportOutcome;
import io.tapline.engine.pipeline.PipelineContext;
import io.tapline.engine.pipeline.RequestCombiner;
import io.tapline.engine.pipeline.claim.ClaimPipeline;
import io.tapline.engine.pipeline.claim.NoWorkMemory;
import io.tapline.engine.pipeline.claim.ReportPipeline;
import io.tapline.engine.pipeline.claim.StepPipeline;
import io.tapline.engine.pipeline.pack.DomainActions;
import io.tapline.engine.pipeline.pack.DomainPipeline;
import io.tapline.engine.pipeline.registry.CredentialActions;
import io.tapline.engine.pipeline.registry.JobKindActions;
import io.tapline.engine.pipeline.registry.QueueActions;
import io.tapline.engine.pipeline.registry.RegistryKind;
import io.tapline.engine.pipeline.registry.RegistryPipeline;
import io.tapline.engine.pipeline.registry.SubscriptionActions;
import io.tapline.engine.pipeline.registry.SwitchActions;
import io.tapline.engine.pipeline.registry.WebhookActions;
import io.tapline.engine.pipeline.registry.WorkerActions;
import io.tapline.engine.pipeline.registry.WorkflowActions;
import io.tapline.engine.pipeline.subject.EnqueuePipeline;
import io.tapline.engine.pipeline.subject.SubjectPipeline;
import io.tapline.engine.pipeline.upkeep.TenantUpkeep;
import io.tapline.engine.store.ClaimCandidates;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The entry point for all changes: every change is an action, every action is a batch, and a single
 * request is a batch of one.
 */
final class ActionPipeline {

  /** Executes commands of one action. */
  private interface Handler {

    /**
     * @param shares whether the commands may share a transaction with other requests
     */
    List<ItemOutcome> execute(Caller caller, List<Command> commands, boolean shares);
  }

  private final PipelineContext context;
  private final ClaimCandidates candidates;
  private final StepPipeline steps;
  private final SubjectPipeline subjects;
  private final EnqueuePipeline enqueues;
  private final DomainActions actions;
  private final DomainPipeline domain;
  private final ReportPipeline reports;
  private final WebhookActions webhooks = new WebhookActions();
  private final TenantUpkeep upkeep;
  private final NoWorkMemory noWork = new NoWorkMemory();
  private final Map<ActionGroup, Handler> handlers = new EnumMap<>(ActionGroup.class);

  public ActionPipeline(PipelineContext context, DomainActions actions) {
    this.context = context;
    this.candidates = new ClaimCandidates(context.templates());
    this.steps = new StepPipeline(context, candidates);
    this.subjects = new SubjectPipeline(context, steps::end);
    this.enqueues = new EnqueuePipeline(context);
    this.actions = actions;
    var claims = new ClaimPipeline(context, subjects, candidates);
    this.domain = new DomainPipeline(context, subjects, claims, actions);
    this.reports = new ReportPipeline(context, subjects, claims, steps);
    var credentials = new RegistryPipeline<>(context, new CredentialActions());
    this.upkeep = new TenantUpkeep(context, subjects, credentials, this::execute);
    handlers.put(SUBJECT, this::executeSubjects);
    handlers.put(
        ENQUEUE,
        (caller, commands, shares) ->
            shares ? enqueues.executeShared(caller, commands) : enqueues.execute(caller, commands));
    registry(QUEUE, QueueCommand.class, new QueueActions());
    registry(JOB, JobCommand.class, new JobKindActions());
    registry(WORKER, WorkerCommand.class, new WorkerActions(context));
    registry(CREDENTIAL, CredentialCommand.class, credentials);
    registry(WORKFLOW, CreateWorkflow.class, new WorkflowActions(enqueues));
    registry(SUBSCRIPTION, SubscriptionCommand.class, new SubscriptionActions());
    registry(TENANT, SwitchSubstrate.class, new SwitchActions());
    registry(WEBHOOK, WebhookCommand.class, webhooks);
  }

  private <C extends Command> void registry(
      ActionGroup group, Class<C> type, RegistryKind<C, ?> kind) {
    registry(group, type, new RegistryPipeline<>(context, kind));
  }

  private <C extends Command> void registry(
      ActionGroup group, Class<C> type, RegistryPipeline<C, ?> pipeline) {
    handlers.put(
        group,
        (caller, commands, shares) ->
            commands.stream()
                .map(command -> pipeline.execute(caller, type.cast(command)))
                .toList());
  }

  private List<ItemOutcome> executeSubjects(Caller caller, List<Command> commands, boolean shares) {
    var some = commands.stream().map(SubjectCommand.class::cast).toList();
    return shares ? subjects.executeShared(caller, some) : subjects.execute(caller, some);
  }

  /** Passes the commands of one action to the pipeline of its group. */
  private List<ItemOutcome> dispatch(Caller caller, List<Command> commands) {
    if (!(commands.get(0).action() instanceof ActionKey key)) {
      return commands.stream()
          .map(command -> domain.execute(caller, (PerformAction) command))
          .toList();
    }
    var action = ActionTable.of(key);
    var handler = handlers.get(action.group());
    if (handler == null) {
      throw new IllegalArgumentException(key + " has an answer of its own shape: use claim()");
    }
    return handler.execute(
        caller, commands, action.shared() && commands.size() <= RequestCombiner.FEW);
  }

  TenantUpkeep upkeep() {
    return upkeep;
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
    var outcomes = judged(caller, commands, allowed -> dispatch(caller, allowed));
    upkeep.workflows().settleAfter(caller.tenantId(), outcomes);
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
    boolean concerned = upkeep.workflows().settleAfter(caller.tenantId(), outcomes);
    if (concerned && claimed[0] != null && claimed[0].noWork()) {
      // Jobs that waited for these endings may be ready now.
      claimed[0] = reports.claim(caller, next);
    }
    return new ReportOutcome(outcomes, claimed[0]);
  }

  /** Enqueues inside the transaction of the caller. */
  public List<ItemOutcome> enqueueWithin(Connection callers, Caller caller, List<Enqueue> commands)
      throws SQLException {
    return judged(
        caller,
        commands,
        allowed ->
            enqueues.within(callers, caller, allowed.stream().map(Enqueue.class::cast).toList()));
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
    return refusal == null ? reports.execute(caller, command) : ClaimOutcome.refused(refusal);
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

  private interface Run<E extends Exception> {
    List<ItemOutcome> on(List<Command> allowed) throws E;
  }

  /** Refuses commands that are invalid without a read of the database; runs the others together. */
  private <E extends Exception> List<ItemOutcome> judged(
      Caller caller, List<? extends Command> commands, Run<E> run) throws E {
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
    var refusal = ActionTable.refusal(caller, command);
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
