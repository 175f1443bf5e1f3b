package io.tapline.engine.decide;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.ActionKey;
import io.tapline.api.Code;
import io.tapline.api.Role;
import io.tapline.api.WorkerType;
import io.tapline.api.request.RegisterWorker;
import io.tapline.engine.action.ActionTable;
import io.tapline.engine.testing.AlteredRecord;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The role column of the API's table of actions. Where it says "its worker" an admin may ask too:
 * whether the lease is theirs, or they override it, is judged afterwards.
 */
class PermissionsTest {

  private static final String WORKER = "WORKER_SERVICE WORKER_HUMAN OPERATOR ADMIN";

  @ParameterizedTest
  @CsvSource({
    "REGISTER_WORKER,          " + WORKER,
    "HEARTBEAT_WORKER,         " + WORKER,
    "CLAIM_QUEUE_ITEM,         " + WORKER,
    "START_QUEUE_EXECUTION,    " + WORKER,
    "RENEW_QUEUE_LEASE,        " + WORKER,
    "REPORT_PROGRESS,          " + WORKER,
    "RELEASE_QUEUE_LEASE,      " + WORKER,
    "COMPLETE_QUEUE_EXECUTION, " + WORKER,
    "FAIL_QUEUE_EXECUTION,     " + WORKER,
    "DISPATCH_EXTERNAL,        " + WORKER,
    "RECORD_EXTERNAL_RESULT,   OPERATOR ADMIN WORKER_SERVICE",
    "ENQUEUE_SUBJECT,          OPERATOR ADMIN WORKER_SERVICE",
    "PREPARE_SUBJECT,          OPERATOR ADMIN WORKER_SERVICE",
    "PLACE_EXECUTION_HOLD,     OPERATOR ADMIN",
    "RELEASE_EXECUTION_HOLD,   OPERATOR ADMIN",
    "REQUEUE_SUBJECT,          OPERATOR ADMIN",
    "CANCEL_SUBJECT_EXECUTION, OPERATOR ADMIN",
    "RESOLVE_DEAD_LETTER,      OPERATOR ADMIN",
    "EXPIRE_QUEUE_LEASE,       ADMIN",
    "FAIL_OVERDUE_SUBJECT,     ADMIN",
    "DEAD_LETTER_SUBJECT,      OPERATOR ADMIN",
    "SWITCH_SUBSTRATE,         ADMIN",
    "CREATE_WORKFLOW,          OPERATOR ADMIN WORKER_SERVICE",
    "SETTLE_DEPENDENCIES,      ADMIN",
    "COMPENSATE_SUBJECT,       ADMIN",
    "CLEAN_SUBJECT,            ADMIN",
    "CREATE_SUBSCRIPTION,      ADMIN",
    "RETIRE_SUBSCRIPTION,      ADMIN",
    "CREATE_QUEUE,             ADMIN",
    "UPDATE_QUEUE,             ADMIN",
    "RETIRE_QUEUE,             ADMIN",
    "DRAIN_WORKER,             ADMIN",
    "DISABLE_WORKER,           ADMIN",
    "ENABLE_WORKER,            ADMIN",
    "RETIRE_WORKER,            ADMIN",
    "CREATE_TOKEN,             ADMIN",
    "REVOKE_TOKEN,             ADMIN",
    "REGISTER_JOB,             " + WORKER,
    "RETIRE_JOB,               " + WORKER,
    "OPEN_SESSION,             " + WORKER,
    "RENEW_SESSION,            " + WORKER,
    "CLOSE_SESSION,            " + WORKER,
    "CREATE_WEBHOOK,           ADMIN",
    "UPDATE_WEBHOOK,           ADMIN",
    "RETIRE_WEBHOOK,           ADMIN",
    "REDELIVER_WEBHOOK_EVENT,  ADMIN",
    "SETTLE_WEBHOOK_DELIVERY,  ADMIN",
  })
  void each_action_is_open_to_its_roles_and_to_no_other(ActionKey action, String names) {
    Set<Role> allowed =
        Arrays.stream(names.split(" ")).map(Role::valueOf).collect(Collectors.toSet());
    for (var role : Role.values()) {
      var refusal = ActionTable.of(action).refusal(DecisionFixtures.caller(role));
      if (allowed.contains(role)) {
        assertThat(refusal).as("%s as %s", action, role).isNull();
      } else {
        assertThat(refusal.code()).as("%s as %s", action, role).isEqualTo(Code.FORBIDDEN);
        assertThat(refusal.message()).contains(action.wire()).contains("ada");
      }
    }
  }

  @ParameterizedTest
  @EnumSource(ActionKey.class)
  void nobody_without_a_role_may_do_anything(ActionKey action) {
    assertThat(ActionTable.of(action).refusal(DecisionFixtures.caller()).code())
        .isEqualTo(Code.FORBIDDEN);
  }

  @ParameterizedTest
  @CsvSource({
    "SERVICE,            WORKER_SERVICE ADMIN",
    "INSTRUMENT_ADAPTER, WORKER_SERVICE ADMIN",
    "HUMAN_SESSION,      WORKER_HUMAN OPERATOR ADMIN",
  })
  void the_type_of_a_worker_is_bound_to_the_role_of_who_registers_it(
      WorkerType type, String names) {
    var register =
        AlteredRecord.with(RegisterWorker.service("k", "w", 1), "worker_type", type.name());
    for (var role : Role.values()) {
      var refusal = ActionTable.refusal(DecisionFixtures.caller(role), register);
      if (List.of(names.split(" ")).contains(role.name())) {
        assertThat(refusal).as("%s by %s", type, role).isNull();
      } else {
        assertThat(refusal.code()).as("%s by %s", type, role).isEqualTo(Code.FORBIDDEN);
        assertThat(refusal.field()).isEqualTo("worker_type");
        assertThat(refusal.message()).contains(type.name()).contains("ada");
      }
    }
  }

  @Test
  void roles_add_up() {
    var both = DecisionFixtures.caller(Role.WORKER_SERVICE, Role.OPERATOR);
    assertThat(ActionTable.refusal(both, RegisterWorker.service("k", "w", 1))).isNull();
    assertThat(ActionTable.of(ActionKey.PLACE_EXECUTION_HOLD).refusal(both)).isNull();
    assertThat(ActionTable.of(ActionKey.CREATE_QUEUE).refusal(both)).isNotNull();
  }

  @Test
  void an_admin_may_ask_for_everything() {
    assertThat(EnumSet.allOf(ActionKey.class))
        .allMatch(action -> ActionTable.of(action).roles().contains(Role.ADMIN));
  }
}
