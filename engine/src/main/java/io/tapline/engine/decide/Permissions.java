package io.tapline.engine.decide;

import io.tapline.engine.model.ActionKey;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.Code;
import io.tapline.engine.model.Refusal;
import io.tapline.engine.model.Role;
import java.util.EnumSet;
import java.util.Set;

/** Which role may ask for which action. Whose lease it is comes after. */
public final class Permissions {

  private static final Set<Role> WORKERS =
      EnumSet.of(Role.WORKER_SERVICE, Role.WORKER_HUMAN, Role.ADMIN);
  private static final Set<Role> PRODUCERS =
      EnumSet.of(Role.OPERATOR, Role.ADMIN, Role.WORKER_SERVICE);
  private static final Set<Role> OPERATORS = EnumSet.of(Role.OPERATOR, Role.ADMIN);
  private static final Set<Role> ADMINS = EnumSet.of(Role.ADMIN);
  private static final Set<Role> ANYONE = EnumSet.allOf(Role.class);

  private Permissions() {}

  public static Set<Role> rolesFor(ActionKey action) {
    return switch (action) {
      case REGISTER_WORKER,
          HEARTBEAT_WORKER,
          CLAIM_QUEUE_ITEM,
          START_QUEUE_EXECUTION,
          COMPLETE_QUEUE_EXECUTION,
          FAIL_QUEUE_EXECUTION,
          RELEASE_QUEUE_LEASE,
          RENEW_QUEUE_LEASE,
          REPORT_PROGRESS,
          DISPATCH_EXTERNAL ->
          WORKERS;
      case ENQUEUE_SUBJECT, CREATE_WORKFLOW, PREPARE_SUBJECT, RECORD_EXTERNAL_RESULT -> PRODUCERS;
      case PLACE_EXECUTION_HOLD,
          RELEASE_EXECUTION_HOLD,
          REQUEUE_SUBJECT,
          CANCEL_SUBJECT_EXECUTION,
          RESOLVE_DEAD_LETTER ->
          OPERATORS;
      case EXPIRE_QUEUE_LEASE,
          FAIL_OVERDUE_SUBJECT,
          SETTLE_DEPENDENCIES,
          COMPENSATE_SUBJECT,
          CLEAN_SUBJECT,
          CREATE_SUBSCRIPTION,
          RETIRE_SUBSCRIPTION,
          SWITCH_SUBSTRATE,
          CREATE_QUEUE,
          UPDATE_QUEUE,
          RETIRE_QUEUE,
          SET_CALLBACK_SECRET,
          DRAIN_WORKER,
          DISABLE_WORKER,
          ENABLE_WORKER,
          RETIRE_WORKER,
          CREATE_TOKEN,
          REVOKE_TOKEN,
          CREATE_WEBHOOK,
          UPDATE_WEBHOOK,
          RETIRE_WEBHOOK,
          REDELIVER_WEBHOOK_EVENT,
          SETTLE_WEBHOOK_DELIVERY ->
          ADMINS;
      // Who may register where is the rooms' own rule; a job is retired by what is left of it.
      case REGISTER_JOB, RETIRE_JOB, OPEN_SESSION, RENEW_SESSION, CLOSE_SESSION -> ANYONE;
    };
  }

  public static Refusal refusal(Caller caller, ActionKey action) {
    return rolesFor(action).stream().anyMatch(caller::is)
        ? null
        : Refusal.of(
            Code.FORBIDDEN,
            action.wire()
                + " needs one of the roles "
                + rolesFor(action)
                + "; "
                + caller.principal()
                + " has "
                + caller.roles());
  }
}
