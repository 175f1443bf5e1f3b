package io.tapline.engine.action;

import static io.tapline.api.ActionKey.CANCEL_SUBJECT_EXECUTION;
import static io.tapline.api.ActionKey.CLAIM_QUEUE_ITEM;
import static io.tapline.api.ActionKey.CLEAN_SUBJECT;
import static io.tapline.api.ActionKey.CLOSE_SESSION;
import static io.tapline.api.ActionKey.COMPENSATE_SUBJECT;
import static io.tapline.api.ActionKey.COMPLETE_QUEUE_EXECUTION;
import static io.tapline.api.ActionKey.CREATE_QUEUE;
import static io.tapline.api.ActionKey.CREATE_SUBSCRIPTION;
import static io.tapline.api.ActionKey.CREATE_TOKEN;
import static io.tapline.api.ActionKey.CREATE_WEBHOOK;
import static io.tapline.api.ActionKey.CREATE_WORKFLOW;
import static io.tapline.api.ActionKey.DEAD_LETTER_SUBJECT;
import static io.tapline.api.ActionKey.DISABLE_WORKER;
import static io.tapline.api.ActionKey.DISPATCH_EXTERNAL;
import static io.tapline.api.ActionKey.DRAIN_WORKER;
import static io.tapline.api.ActionKey.ENABLE_WORKER;
import static io.tapline.api.ActionKey.ENQUEUE_SUBJECT;
import static io.tapline.api.ActionKey.EXPIRE_QUEUE_LEASE;
import static io.tapline.api.ActionKey.FAIL_OVERDUE_SUBJECT;
import static io.tapline.api.ActionKey.FAIL_QUEUE_EXECUTION;
import static io.tapline.api.ActionKey.HEARTBEAT_WORKER;
import static io.tapline.api.ActionKey.OPEN_SESSION;
import static io.tapline.api.ActionKey.PLACE_EXECUTION_HOLD;
import static io.tapline.api.ActionKey.PREPARE_SUBJECT;
import static io.tapline.api.ActionKey.RECORD_EXTERNAL_RESULT;
import static io.tapline.api.ActionKey.REDELIVER_WEBHOOK_EVENT;
import static io.tapline.api.ActionKey.REGISTER_JOB;
import static io.tapline.api.ActionKey.REGISTER_WORKER;
import static io.tapline.api.ActionKey.RELEASE_EXECUTION_HOLD;
import static io.tapline.api.ActionKey.RELEASE_QUEUE_LEASE;
import static io.tapline.api.ActionKey.RENEW_QUEUE_LEASE;
import static io.tapline.api.ActionKey.RENEW_SESSION;
import static io.tapline.api.ActionKey.REPORT_PROGRESS;
import static io.tapline.api.ActionKey.REQUEUE_SUBJECT;
import static io.tapline.api.ActionKey.RESOLVE_DEAD_LETTER;
import static io.tapline.api.ActionKey.RETIRE_JOB;
import static io.tapline.api.ActionKey.RETIRE_QUEUE;
import static io.tapline.api.ActionKey.RETIRE_SUBSCRIPTION;
import static io.tapline.api.ActionKey.RETIRE_WEBHOOK;
import static io.tapline.api.ActionKey.RETIRE_WORKER;
import static io.tapline.api.ActionKey.REVOKE_TOKEN;
import static io.tapline.api.ActionKey.SETTLE_DEPENDENCIES;
import static io.tapline.api.ActionKey.SETTLE_WEBHOOK_DELIVERY;
import static io.tapline.api.ActionKey.SET_CALLBACK_SECRET;
import static io.tapline.api.ActionKey.START_QUEUE_EXECUTION;
import static io.tapline.api.ActionKey.SWITCH_SUBSTRATE;
import static io.tapline.api.ActionKey.UPDATE_QUEUE;
import static io.tapline.api.ActionKey.UPDATE_WEBHOOK;
import static io.tapline.engine.action.ActionGroup.CLAIM;
import static io.tapline.engine.action.ActionGroup.CREDENTIAL;
import static io.tapline.engine.action.ActionGroup.ENQUEUE;
import static io.tapline.engine.action.ActionGroup.JOB;
import static io.tapline.engine.action.ActionGroup.QUEUE;
import static io.tapline.engine.action.ActionGroup.SUBSCRIPTION;
import static io.tapline.engine.action.ActionGroup.TENANT;
import static io.tapline.engine.action.ActionGroup.WEBHOOK;
import static io.tapline.engine.action.ActionGroup.WORKER;
import static io.tapline.engine.action.ActionGroup.WORKFLOW;
import static io.tapline.engine.action.ActionNeed.ACTIVE_HOLDS;
import static io.tapline.engine.action.ActionNeed.DEPENDENCIES;
import static io.tapline.engine.action.ActionNeed.HISTORY;
import static io.tapline.engine.action.ActionNeed.LAST_UNLEASED_RECORD;
import static io.tapline.engine.action.ActionNeed.NAMED_DISPATCH;
import static io.tapline.engine.action.ActionNeed.NEW_OBJECTS;
import static io.tapline.engine.action.ActionNeed.OPEN_DEAD_LETTER;
import static io.tapline.engine.action.ActionNeed.SETTLED_LAPSE;
import static io.tapline.engine.action.ActionSpec.group;
import static io.tapline.engine.action.ActionSpec.subject;

import io.tapline.api.ActionKey;
import io.tapline.api.Code;
import io.tapline.api.Refusal;
import io.tapline.api.Role;
import io.tapline.api.WordList;
import io.tapline.api.WorkerType;
import io.tapline.api.request.AdministerWorker;
import io.tapline.api.request.Cancel;
import io.tapline.api.request.Claim;
import io.tapline.api.request.Clean;
import io.tapline.api.request.CloseSession;
import io.tapline.api.request.Command;
import io.tapline.api.request.Compensate;
import io.tapline.api.request.Complete;
import io.tapline.api.request.CreateQueue;
import io.tapline.api.request.CreateSubscription;
import io.tapline.api.request.CreateToken;
import io.tapline.api.request.CreateWebhook;
import io.tapline.api.request.CreateWorkflow;
import io.tapline.api.request.Dispatch;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.ExpireLease;
import io.tapline.api.request.ExternalResult;
import io.tapline.api.request.Fail;
import io.tapline.api.request.FailOverdue;
import io.tapline.api.request.Heartbeat;
import io.tapline.api.request.OpenSession;
import io.tapline.api.request.PlaceHold;
import io.tapline.api.request.PreconditionTarget;
import io.tapline.api.request.Prepare;
import io.tapline.api.request.RedeliverEvent;
import io.tapline.api.request.RegisterJob;
import io.tapline.api.request.RegisterWorker;
import io.tapline.api.request.Release;
import io.tapline.api.request.ReleaseHold;
import io.tapline.api.request.Renew;
import io.tapline.api.request.RenewSession;
import io.tapline.api.request.ReportProgress;
import io.tapline.api.request.Requeue;
import io.tapline.api.request.ResolveDeadLetter;
import io.tapline.api.request.RetireJob;
import io.tapline.api.request.RetireQueue;
import io.tapline.api.request.RetireSubscription;
import io.tapline.api.request.RetireWebhook;
import io.tapline.api.request.RevokeToken;
import io.tapline.api.request.SendToDeadLetter;
import io.tapline.api.request.SetCallbackSecret;
import io.tapline.api.request.SettleDelivery;
import io.tapline.api.request.SettleDependencies;
import io.tapline.api.request.Start;
import io.tapline.api.request.SubjectCommand;
import io.tapline.api.request.SwitchSubstrate;
import io.tapline.api.request.UpdateQueue;
import io.tapline.api.request.UpdateWebhook;
import io.tapline.engine.decide.CancelSubject;
import io.tapline.engine.decide.CleanSubject;
import io.tapline.engine.decide.CompensateSubject;
import io.tapline.engine.decide.CompleteExecution;
import io.tapline.engine.decide.DeadLetterSubject;
import io.tapline.engine.decide.Decision;
import io.tapline.engine.decide.DecisionInput;
import io.tapline.engine.decide.DependenciesSettled;
import io.tapline.engine.decide.DispatchExternal;
import io.tapline.engine.decide.ExpireLeaseDecision;
import io.tapline.engine.decide.FailExecution;
import io.tapline.engine.decide.FailOverdueSubject;
import io.tapline.engine.decide.PlaceHoldDecision;
import io.tapline.engine.decide.RecordExternalResult;
import io.tapline.engine.decide.ReleaseHoldDecision;
import io.tapline.engine.decide.ReleaseLease;
import io.tapline.engine.decide.RenewLease;
import io.tapline.engine.decide.ReportProgressDecision;
import io.tapline.engine.decide.RequeueSubject;
import io.tapline.engine.decide.ResolveDeadLetterDecision;
import io.tapline.engine.decide.StartExecution;
import io.tapline.engine.decide.SubjectChange;
import io.tapline.engine.model.Caller;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * All actions, one row each: request, roles, decision and the data that the decision needs. A new
 * action consists of a record, a decision, and a row.
 */
public final class ActionTable {

  private static final Set<Role> ANYONE = EnumSet.allOf(Role.class);

  /** The roles that may hold a lease: services, people at the bench, and operators. */
  private static final Set<Role> WORKERS = ANYONE;

  private static final Set<Role> PRODUCERS =
      EnumSet.of(Role.OPERATOR, Role.ADMIN, Role.WORKER_SERVICE);
  private static final Set<Role> OPERATORS = EnumSet.of(Role.OPERATOR, Role.ADMIN);
  private static final Set<Role> ADMINS = EnumSet.of(Role.ADMIN);

  private static final List<ActionSpec<?>> ROWS =
      List.of(
          // New jobs.
          group(ENQUEUE, PREPARE_SUBJECT, Prepare.class, PRODUCERS),
          group(ENQUEUE, ENQUEUE_SUBJECT, Enqueue.class, PRODUCERS)
              .expects(PreconditionTarget.SUBJECT)
              .sharesTransactions(),
          group(WORKFLOW, CREATE_WORKFLOW, CreateWorkflow.class, PRODUCERS),

          // Actions of workers. The decision checks the owner of the lease.
          group(CLAIM, CLAIM_QUEUE_ITEM, Claim.class, WORKERS)
              .expects(PreconditionTarget.SUBJECT)
              .sharesTransactions(),
          subject(START_QUEUE_EXECUTION, Start.class, WORKERS, StartExecution::decide)
              .sharesTransactions(),
          subject(RENEW_QUEUE_LEASE, Renew.class, WORKERS, RenewLease::decide).sharesTransactions(),
          subject(REPORT_PROGRESS, ReportProgress.class, WORKERS, ReportProgressDecision::decide)
              .sharesTransactions(),
          subject(COMPLETE_QUEUE_EXECUTION, Complete.class, WORKERS, CompleteExecution::decide)
              .sharesTransactions(),
          subject(FAIL_QUEUE_EXECUTION, Fail.class, WORKERS, FailExecution::decide)
              .needing(NEW_OBJECTS)
              .sharesTransactions(),
          subject(RELEASE_QUEUE_LEASE, Release.class, WORKERS, ReleaseLease::decide)
              .sharesTransactions(),
          subject(DISPATCH_EXTERNAL, Dispatch.class, WORKERS, DispatchExternal::decide),
          subject(
                  RECORD_EXTERNAL_RESULT,
                  ExternalResult.class,
                  PRODUCERS,
                  RecordExternalResult::decide)
              .needing(LAST_UNLEASED_RECORD, NAMED_DISPATCH, NEW_OBJECTS),

          // Actions of operators.
          subject(PLACE_EXECUTION_HOLD, PlaceHold.class, OPERATORS, PlaceHoldDecision::decide)
              .needing(SETTLED_LAPSE, LAST_UNLEASED_RECORD, NEW_OBJECTS),
          subject(RELEASE_EXECUTION_HOLD, ReleaseHold.class, OPERATORS, ReleaseHoldDecision::decide)
              .needing(ACTIVE_HOLDS),
          subject(REQUEUE_SUBJECT, Requeue.class, OPERATORS, RequeueSubject::decide)
              .needing(
                  SETTLED_LAPSE, ACTIVE_HOLDS, LAST_UNLEASED_RECORD, OPEN_DEAD_LETTER, NEW_OBJECTS),
          subject(CANCEL_SUBJECT_EXECUTION, Cancel.class, OPERATORS, CancelSubject::decide)
              .needing(SETTLED_LAPSE, ACTIVE_HOLDS, LAST_UNLEASED_RECORD, NEW_OBJECTS),
          subject(DEAD_LETTER_SUBJECT, SendToDeadLetter.class, OPERATORS, DeadLetterSubject::decide)
              .needing(SETTLED_LAPSE, LAST_UNLEASED_RECORD, NEW_OBJECTS),
          subject(
              RESOLVE_DEAD_LETTER,
              ResolveDeadLetter.class,
              OPERATORS,
              ResolveDeadLetterDecision::decide),

          // Background maintenance, which administrators may also request.
          subject(EXPIRE_QUEUE_LEASE, ExpireLease.class, ADMINS, ExpireLeaseDecision::decide)
              .needing(NEW_OBJECTS),
          subject(FAIL_OVERDUE_SUBJECT, FailOverdue.class, ADMINS, FailOverdueSubject::decide)
              .needing(SETTLED_LAPSE, LAST_UNLEASED_RECORD, NEW_OBJECTS),
          subject(
                  SETTLE_DEPENDENCIES,
                  SettleDependencies.class,
                  ADMINS,
                  DependenciesSettled::decide)
              .needing(LAST_UNLEASED_RECORD, DEPENDENCIES, NEW_OBJECTS),
          subject(COMPENSATE_SUBJECT, Compensate.class, ADMINS, CompensateSubject::decide),
          subject(CLEAN_SUBJECT, Clean.class, ADMINS, CleanSubject::decide)
              .needing(OPEN_DEAD_LETTER, HISTORY),

          // Queues, registered jobs, the tenant.
          group(QUEUE, CREATE_QUEUE, CreateQueue.class, ADMINS),
          group(QUEUE, UPDATE_QUEUE, UpdateQueue.class, ADMINS).expects(PreconditionTarget.QUEUE),
          group(QUEUE, RETIRE_QUEUE, RetireQueue.class, ADMINS).expects(PreconditionTarget.QUEUE),
          group(QUEUE, SET_CALLBACK_SECRET, SetCallbackSecret.class, ADMINS)
              .expects(PreconditionTarget.QUEUE),
          // The tasks API checks the access to rooms; the state of a registered job determines
          // whether it can be retired.
          group(JOB, REGISTER_JOB, RegisterJob.class, ANYONE),
          group(JOB, RETIRE_JOB, RetireJob.class, ANYONE),
          group(TENANT, SWITCH_SUBSTRATE, SwitchSubstrate.class, ADMINS),
          group(WORKER, REGISTER_WORKER, RegisterWorker.class, WORKERS)
              .expects(PreconditionTarget.WORKER),
          group(WORKER, HEARTBEAT_WORKER, Heartbeat.class, WORKERS)
              .expects(PreconditionTarget.WORKER),
          administer(DRAIN_WORKER),
          administer(DISABLE_WORKER),
          administer(ENABLE_WORKER),
          administer(RETIRE_WORKER),

          // Tokens and sessions. Requests contain no secrets: the API creates them.
          group(CREDENTIAL, CREATE_TOKEN, CreateToken.class, ADMINS),
          group(CREDENTIAL, REVOKE_TOKEN, RevokeToken.class, ADMINS),
          group(CREDENTIAL, OPEN_SESSION, OpenSession.class, ANYONE),
          group(CREDENTIAL, RENEW_SESSION, RenewSession.class, ANYONE),
          group(CREDENTIAL, CLOSE_SESSION, CloseSession.class, ANYONE),

          // Events: subscriptions create jobs from them, webhooks send them.
          group(SUBSCRIPTION, CREATE_SUBSCRIPTION, CreateSubscription.class, ADMINS),
          group(SUBSCRIPTION, RETIRE_SUBSCRIPTION, RetireSubscription.class, ADMINS),
          group(WEBHOOK, CREATE_WEBHOOK, CreateWebhook.class, ADMINS),
          group(WEBHOOK, UPDATE_WEBHOOK, UpdateWebhook.class, ADMINS)
              .expects(PreconditionTarget.WEBHOOK),
          group(WEBHOOK, RETIRE_WEBHOOK, RetireWebhook.class, ADMINS)
              .expects(PreconditionTarget.WEBHOOK),
          group(WEBHOOK, REDELIVER_WEBHOOK_EVENT, RedeliverEvent.class, ADMINS),
          group(WEBHOOK, SETTLE_WEBHOOK_DELIVERY, SettleDelivery.class, ADMINS));

  private static final Map<ActionKey, ActionSpec<?>> BY_KEY = byKey();

  private static final Set<ActionKey> SHARED =
      Collections.unmodifiableSet(
          ROWS.stream()
              .filter(ActionSpec::shared)
              .map(ActionSpec::key)
              .collect(Collectors.toCollection(() -> EnumSet.noneOf(ActionKey.class))));

  private ActionTable() {}

  public static ActionSpec<?> of(ActionKey action) {
    return BY_KEY.get(action);
  }

  /** The refusal by the roles of the caller for a command of the engine, or null. */
  public static Refusal refusal(Caller caller, Command command) {
    var refusal = of((ActionKey) command.action()).refusal(caller);
    return refusal == null && command instanceof RegisterWorker register
        ? refusal(caller, register.workerType())
        : refusal;
  }

  private static Refusal refusal(Caller caller, WorkerType type) {
    return type == null || type.registrars().stream().anyMatch(caller::is)
        ? null
        : new Refusal(
            Code.FORBIDDEN,
            "worker_type: a "
                + type
                + " is registered by one of the roles "
                + WordList.and(type.registrars())
                + "; "
                + caller.principal()
                + " has "
                + WordList.and(caller.roles()),
            "worker_type");
  }

  /**
   * Decides one command about one job. The record of an ended attempt stores the action that ended
   * it.
   */
  public static Decision decide(DecisionInput s, SubjectCommand command) {
    var decision = of(command.action()).decide(s, command);
    return decision instanceof SubjectChange change
        ? change.endedBy(s.performing() != null ? s.performing() : command.action())
        : decision;
  }

  /** Frequent actions of workers and producers. Concurrent requests share transactions. */
  public static Set<ActionKey> shared() {
    return SHARED;
  }

  private static ActionSpec<AdministerWorker> administer(ActionKey action) {
    return group(WORKER, action, AdministerWorker.class, ADMINS).expects(PreconditionTarget.WORKER);
  }

  private static Map<ActionKey, ActionSpec<?>> byKey() {
    var all = new EnumMap<ActionKey, ActionSpec<?>>(ActionKey.class);
    for (var row : ROWS) {
      if (all.put(row.key(), row) != null) {
        throw new IllegalStateException(row.key() + " occurs twice in the table of actions");
      }
    }
    for (var key : ActionKey.values()) {
      if (!all.containsKey(key)) {
        throw new IllegalStateException(key + " has no row in the table of actions");
      }
    }
    return all;
  }
}
