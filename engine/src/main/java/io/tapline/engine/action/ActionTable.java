package io.tapline.engine.action;

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
import static io.tapline.engine.action.Permissions.ADMINS;
import static io.tapline.engine.action.Permissions.ANYONE;
import static io.tapline.engine.action.Permissions.OPERATORS;
import static io.tapline.engine.action.Permissions.PRODUCERS;
import static io.tapline.engine.action.Permissions.WORKERS;
import static io.tapline.engine.model.ActionKey.CANCEL_SUBJECT_EXECUTION;
import static io.tapline.engine.model.ActionKey.CLAIM_QUEUE_ITEM;
import static io.tapline.engine.model.ActionKey.CLEAN_SUBJECT;
import static io.tapline.engine.model.ActionKey.CLOSE_SESSION;
import static io.tapline.engine.model.ActionKey.COMPENSATE_SUBJECT;
import static io.tapline.engine.model.ActionKey.COMPLETE_QUEUE_EXECUTION;
import static io.tapline.engine.model.ActionKey.CREATE_QUEUE;
import static io.tapline.engine.model.ActionKey.CREATE_SUBSCRIPTION;
import static io.tapline.engine.model.ActionKey.CREATE_TOKEN;
import static io.tapline.engine.model.ActionKey.CREATE_WEBHOOK;
import static io.tapline.engine.model.ActionKey.CREATE_WORKFLOW;
import static io.tapline.engine.model.ActionKey.DEAD_LETTER_SUBJECT;
import static io.tapline.engine.model.ActionKey.DISABLE_WORKER;
import static io.tapline.engine.model.ActionKey.DISPATCH_EXTERNAL;
import static io.tapline.engine.model.ActionKey.DRAIN_WORKER;
import static io.tapline.engine.model.ActionKey.ENABLE_WORKER;
import static io.tapline.engine.model.ActionKey.ENQUEUE_SUBJECT;
import static io.tapline.engine.model.ActionKey.EXPIRE_QUEUE_LEASE;
import static io.tapline.engine.model.ActionKey.FAIL_OVERDUE_SUBJECT;
import static io.tapline.engine.model.ActionKey.FAIL_QUEUE_EXECUTION;
import static io.tapline.engine.model.ActionKey.HEARTBEAT_WORKER;
import static io.tapline.engine.model.ActionKey.OPEN_SESSION;
import static io.tapline.engine.model.ActionKey.PLACE_EXECUTION_HOLD;
import static io.tapline.engine.model.ActionKey.PREPARE_SUBJECT;
import static io.tapline.engine.model.ActionKey.RECORD_EXTERNAL_RESULT;
import static io.tapline.engine.model.ActionKey.REDELIVER_WEBHOOK_EVENT;
import static io.tapline.engine.model.ActionKey.REGISTER_JOB;
import static io.tapline.engine.model.ActionKey.REGISTER_WORKER;
import static io.tapline.engine.model.ActionKey.RELEASE_EXECUTION_HOLD;
import static io.tapline.engine.model.ActionKey.RELEASE_QUEUE_LEASE;
import static io.tapline.engine.model.ActionKey.RENEW_QUEUE_LEASE;
import static io.tapline.engine.model.ActionKey.RENEW_SESSION;
import static io.tapline.engine.model.ActionKey.REPORT_PROGRESS;
import static io.tapline.engine.model.ActionKey.REQUEUE_SUBJECT;
import static io.tapline.engine.model.ActionKey.RESOLVE_DEAD_LETTER;
import static io.tapline.engine.model.ActionKey.RETIRE_JOB;
import static io.tapline.engine.model.ActionKey.RETIRE_QUEUE;
import static io.tapline.engine.model.ActionKey.RETIRE_SUBSCRIPTION;
import static io.tapline.engine.model.ActionKey.RETIRE_WEBHOOK;
import static io.tapline.engine.model.ActionKey.RETIRE_WORKER;
import static io.tapline.engine.model.ActionKey.REVOKE_TOKEN;
import static io.tapline.engine.model.ActionKey.SETTLE_DEPENDENCIES;
import static io.tapline.engine.model.ActionKey.SETTLE_WEBHOOK_DELIVERY;
import static io.tapline.engine.model.ActionKey.SET_CALLBACK_SECRET;
import static io.tapline.engine.model.ActionKey.START_QUEUE_EXECUTION;
import static io.tapline.engine.model.ActionKey.SWITCH_SUBSTRATE;
import static io.tapline.engine.model.ActionKey.UPDATE_QUEUE;
import static io.tapline.engine.model.ActionKey.UPDATE_WEBHOOK;

import io.tapline.engine.command.AdministerWorker;
import io.tapline.engine.command.Cancel;
import io.tapline.engine.command.Claim;
import io.tapline.engine.command.Clean;
import io.tapline.engine.command.CloseSession;
import io.tapline.engine.command.Compensate;
import io.tapline.engine.command.Complete;
import io.tapline.engine.command.CreateQueue;
import io.tapline.engine.command.CreateSubscription;
import io.tapline.engine.command.CreateToken;
import io.tapline.engine.command.CreateWebhook;
import io.tapline.engine.command.CreateWorkflow;
import io.tapline.engine.command.Dispatch;
import io.tapline.engine.command.Enqueue;
import io.tapline.engine.command.ExpireLease;
import io.tapline.engine.command.ExternalResult;
import io.tapline.engine.command.Fail;
import io.tapline.engine.command.FailOverdue;
import io.tapline.engine.command.Heartbeat;
import io.tapline.engine.command.OpenSession;
import io.tapline.engine.command.PlaceHold;
import io.tapline.engine.command.PreconditionTarget;
import io.tapline.engine.command.Prepare;
import io.tapline.engine.command.RedeliverEvent;
import io.tapline.engine.command.RegisterJob;
import io.tapline.engine.command.RegisterWorker;
import io.tapline.engine.command.Release;
import io.tapline.engine.command.ReleaseHold;
import io.tapline.engine.command.Renew;
import io.tapline.engine.command.RenewSession;
import io.tapline.engine.command.ReportProgress;
import io.tapline.engine.command.Requeue;
import io.tapline.engine.command.ResolveDeadLetter;
import io.tapline.engine.command.RetireJob;
import io.tapline.engine.command.RetireQueue;
import io.tapline.engine.command.RetireSubscription;
import io.tapline.engine.command.RetireWebhook;
import io.tapline.engine.command.RevokeToken;
import io.tapline.engine.command.SendToDeadLetter;
import io.tapline.engine.command.SetCallbackSecret;
import io.tapline.engine.command.SettleDelivery;
import io.tapline.engine.command.SettleDependencies;
import io.tapline.engine.command.Start;
import io.tapline.engine.command.SwitchSubstrate;
import io.tapline.engine.command.UpdateQueue;
import io.tapline.engine.command.UpdateWebhook;
import io.tapline.engine.decide.CancelSubject;
import io.tapline.engine.decide.CleanSubject;
import io.tapline.engine.decide.CompensateSubject;
import io.tapline.engine.decide.CompleteExecution;
import io.tapline.engine.decide.DeadLetterSubject;
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
import io.tapline.engine.model.ActionKey;
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
