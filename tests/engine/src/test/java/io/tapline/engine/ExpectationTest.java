package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.ActionKey;
import io.tapline.api.Code;
import io.tapline.api.ExecutionState;
import io.tapline.api.WorkerStatus;
import io.tapline.api.request.AdministerWorker;
import io.tapline.api.request.Claim;
import io.tapline.api.request.ClaimBuilder;
import io.tapline.api.request.Command;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.EnqueueBuilder;
import io.tapline.api.request.PreconditionTarget;
import io.tapline.api.request.Prepare;
import io.tapline.api.request.RegisterWorker;
import io.tapline.api.request.RequestMeta;
import io.tapline.api.request.RetireQueue;
import io.tapline.api.request.StatePrecondition;
import io.tapline.api.request.WorkerPrecondition;
import io.tapline.engine.action.ActionTable;
import io.tapline.engine.model.Caller;
import io.tapline.engine.testing.AlteredRecord;
import io.tapline.engine.testing.EveryAction;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.engine.testing.InspectedTenantTest;
import io.tapline.tapdb.Json;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A precondition must hold for the one object that a request names; a request that names none may
 * have no precondition.
 */
class ExpectationTest extends InspectedTenantTest {

  /** They may name a subject, and here they do not. */
  private static final Set<ActionKey> NAMING_NONE =
      EnumSet.of(ActionKey.CLAIM_QUEUE_ITEM, ActionKey.ENQUEUE_SUBJECT);

  @ParameterizedTest
  @EnumSource(ActionKey.class)
  void a_revision_that_is_not_so_is_never_ignored(ActionKey action) {
    var target = ActionTable.of(action).expected();
    if (target == PreconditionTarget.NOTHING) {
      // Good in themselves, so that only their being there can be wrong.
      for (var body :
          List.of(
              Json.object().put("expected_revision", 1),
              Json.object().put("expected_state", "READY"))) {
        var field = body.propertyNames().iterator().next();
        refused(Code.VALIDATION_FAILED, field, () -> ActionTable.of(action).read(body, "k", null));
      }
      return;
    }
    var ask = new EveryAction(lab).ask(action);
    boolean alone = target == PreconditionTarget.QUEUE || target == PreconditionTarget.WEBHOOK;
    var record = (Record) ask.command();
    var wrong =
        (Command)
            (alone
                ? AlteredRecord.with(record, "expected_revision", 999)
                : AlteredRecord.with(record, "expect", Json.object().put("revision", 999)));
    var refusal = refusal(() -> run(ask.caller(), wrong));
    assertThat(refusal.code())
        .as(refusal.message())
        .isEqualTo(NAMING_NONE.contains(action) ? Code.VALIDATION_FAILED : Code.REVISION_CONFLICT);
    run(ask.caller(), ask.command());
  }

  /** For every action with a state precondition, a wrong state is a conflict. */
  @ParameterizedTest
  @EnumSource(ActionKey.class)
  void a_state_that_is_not_so_is_a_conflict_and_changes_nothing(ActionKey action) {
    if (ActionTable.of(action).expected() != PreconditionTarget.SUBJECT
        || NAMING_NONE.contains(action)) {
      return;
    }
    var ask = new EveryAction(lab).ask(action);
    // Only what is to be put away has been completed.
    var not = action == ActionKey.CLEAN_SUBJECT ? "RUNNING" : "COMPLETED";
    var wrong =
        (Command)
            AlteredRecord.with((Record) ask.command(), "expect", Json.object().put("state", not));
    refused(Code.STATE_CONFLICT, () -> run(ask.caller(), wrong));
    run(ask.caller(), ask.command());
  }

  private void run(Caller caller, Command command) {
    if (command instanceof Claim claim) {
      lab.engine().claim(caller, claim);
    } else {
      lab.engine().execute(caller, command);
    }
  }

  @Test
  void a_claim_of_one_subject_is_compared_with_it_and_any_other_claim_is_refused() {
    var subject = lab.enqueue(QUEUE);
    long revision = lab.envelope(subject).revision();
    refused(Code.REVISION_CONFLICT, () -> claim(subject, new StatePrecondition(null, 999L)));
    refused(
        Code.STATE_CONFLICT,
        () -> claim(subject, new StatePrecondition(ExecutionState.FAILED_RETRYABLE, null)));
    refused(
        Code.VALIDATION_FAILED,
        "expected_revision",
        () -> claim(null, new StatePrecondition(null, revision)));
    refused(
        Code.VALIDATION_FAILED,
        "expected_state",
        () -> claim(null, new StatePrecondition(ExecutionState.READY, revision)));
    var right = new StatePrecondition(ExecutionState.READY, revision);
    assertThat(lab.engine().claim(lab.service, claiming(subject, right)).claims()).hasSize(1);
    refused(Code.ALREADY_LEASED, () -> claim(subject, new StatePrecondition(null, 999L)));
  }

  private void claim(String subject, StatePrecondition expect) {
    lab.engine().claim(lab.service, claiming(subject, expect));
  }

  private Claim claiming(String subject, StatePrecondition expect) {
    return ClaimBuilder.builder()
        .meta(RequestMeta.key(InspectedTenant.key()))
        .workerEuid(worker)
        .queueKey(QUEUE)
        .subjectEuid(subject)
        .maxItems(1)
        .expect(expect)
        .build();
  }

  @Test
  void a_prepared_subject_is_sent_only_as_it_is_believed_to_be() {
    var prepared =
        asOperator(
                new Prepare(RequestMeta.key(InspectedTenant.key()), Enqueue.TASK, "S", null, null))
            .subjectEuid();
    long revision = lab.envelope(prepared).revision();
    refused(
        Code.REVISION_CONFLICT, () -> send(prepared, new StatePrecondition(null, revision + 1)));
    refused(
        Code.STATE_CONFLICT,
        () -> send(prepared, new StatePrecondition(ExecutionState.READY, revision)));
    send(prepared, new StatePrecondition(ExecutionState.PENDING, revision));
    assertThat(lab.envelope(prepared).state()).isEqualTo(ExecutionState.READY);
    var fresh = Enqueue.task(InspectedTenant.key(), QUEUE, null);
    refused(
        Code.VALIDATION_FAILED,
        "expected_state",
        () -> asOperator(fresh.expecting(new StatePrecondition(ExecutionState.READY, null))));
  }

  private void send(String prepared, StatePrecondition expect) {
    asOperator(
        EnqueueBuilder.builder()
            .meta(RequestMeta.key(InspectedTenant.key()))
            .subjectEuid(prepared)
            .queueKey(QUEUE)
            .build()
            .expecting(expect));
  }

  @Test
  void verbs_about_a_worker_are_compared_with_its_status_and_revision() {
    refused(
        Code.STATE_CONFLICT,
        () ->
            administer(
                ActionKey.ENABLE_WORKER, new WorkerPrecondition(WorkerStatus.DISABLED, null)));
    administer(ActionKey.DISABLE_WORKER, new WorkerPrecondition(WorkerStatus.ONLINE, 1L));
    refused(
        Code.REVISION_CONFLICT,
        () ->
            administer(ActionKey.ENABLE_WORKER, new WorkerPrecondition(WorkerStatus.DISABLED, 1L)));
    administer(ActionKey.ENABLE_WORKER, new WorkerPrecondition(WorkerStatus.DISABLED, 2L));
    var unknown =
        AlteredRecord.with(
            RegisterWorker.service(InspectedTenant.key(), "not yet", 1),
            "expect",
            Json.object().put("state", "ONLINE"));
    refused(Code.STATE_CONFLICT, () -> asService(unknown));
  }

  private void administer(ActionKey action, WorkerPrecondition expect) {
    asAdmin(
        new AdministerWorker(
            RequestMeta.key(InspectedTenant.key()), action, worker, "maintenance", expect));
  }

  @Test
  void a_queue_is_retired_only_at_the_revision_it_is_believed_to_be_at() {
    refused(
        Code.REVISION_CONFLICT,
        () ->
            asAdmin(
                new RetireQueue(
                    RequestMeta.key(InspectedTenant.key()), QUEUE, "old", null, false, 7L)));
    var body = Json.parse("{\"queue_key\":\"q\",\"reason\":\"r\",\"expected_state\":\"READY\"}");
    refused(
        Code.VALIDATION_FAILED,
        "expected_state",
        () -> ActionTable.of(ActionKey.RETIRE_QUEUE).read(body, "k", null));
    asAdmin(new RetireQueue(RequestMeta.key(InspectedTenant.key()), QUEUE, "old", null, false, 1L));
  }
}
