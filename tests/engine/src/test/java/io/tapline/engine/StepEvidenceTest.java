package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tapline.api.ActionKey;
import io.tapline.api.ClaimAnswer;
import io.tapline.api.Code;
import io.tapline.api.CompletionPolicy;
import io.tapline.api.ErrorClass;
import io.tapline.api.EventType;
import io.tapline.api.ExecutionState;
import io.tapline.api.request.Complete;
import io.tapline.api.request.Dispatch;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.ExternalResultBuilder;
import io.tapline.api.request.PerformAction;
import io.tapline.api.request.RequestMeta;
import io.tapline.api.request.StatePrecondition;
import io.tapline.engine.model.ActionAnswer;
import io.tapline.engine.model.RefusedException;
import io.tapline.engine.testing.AlteredRecord;
import io.tapline.engine.testing.EvidenceRows;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.engine.testing.MinimalPack;
import io.tapline.tapdb.FeedCursor;
import io.tapline.tapdb.Json;
import io.tapline.testkit.engine.ScratchEngine;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Lease and action that the action, answer, event and record of a step contain. */
class StepEvidenceTest {

  private static final String QUEUE = "parts";
  private static final String MAKE = "make_part";

  private static ScratchEngine test;
  private InspectedTenant lab;
  private EvidenceRows evidence;
  private String worker;

  @BeforeAll
  static void open() {
    test = new ScratchEngine(5, List.of(new MinimalPack(MAKE)));
  }

  @AfterAll
  static void close() {
    test.close();
  }

  @BeforeEach
  void fresh() {
    lab = InspectedTenant.in(test).queue(QUEUE);
    evidence = new EvidenceRows(test, lab.tenantId());
    worker = lab.worker("w1");
  }

  @Test
  void a_start_says_under_which_lease_and_for_which_attempt() {
    lab.enqueue(QUEUE);
    var item = lab.claimOne(worker, QUEUE);
    requireStarted(item, lab.start(worker, item));
    assertThat(evidence.lastAction(item.subjectEuid()).actionKey())
        .isEqualTo(ActionKey.START_QUEUE_EXECUTION);
  }

  @Test
  void an_action_of_a_pack_that_starts_says_so_too() {
    lab.enqueue(QUEUE);
    var item = lab.claimOne(worker, QUEUE);
    requireStarted(item, perform("begin_" + MAKE, item));
    assertThat(evidence.lastAction(item.subjectEuid()).verb())
        .isEqualTo(ActionKey.START_QUEUE_EXECUTION);
  }

  @Test
  void a_record_says_which_action_was_expected_and_which_one_ended_the_step() {
    var bare = claimed(QUEUE);
    lab.complete(worker, bare);
    var performed = claimed(QUEUE);
    perform(MAKE, performed);
    var failed = claimed(QUEUE);
    lab.fail(worker, failed, ErrorClass.PERMANENT_INPUT);
    var held = claimed(QUEUE);
    lab.hold(held.subjectEuid());
    var lapsed = claimed(QUEUE);
    test.advance(Duration.ofSeconds(61));
    lab.engine().sweep(lab.tenantId());
    var ended =
        Map.of(
            bare, "complete_queue_execution",
            performed, MAKE,
            failed, "fail_queue_execution",
            held, "place_execution_hold",
            lapsed, "expire_queue_lease");
    ended.forEach(
        (item, action) -> {
          var record =
              lab.engine()
                  .reads()
                  .history()
                  .historyOf(lab.tenantId(), item.subjectEuid())
                  .records();
          assertThat(record.get(0).path("next_action_key").asString()).isEqualTo(MAKE);
          assertThat(record.get(0).path("ending_action_key").asString()).isEqualTo(action);
        });
  }

  @Test
  void a_queue_that_asks_for_its_packs_action_is_completed_by_nothing_else() {
    lab.queue(
        "made",
        InspectedTenant.fields(60, 3).toBuilder()
            .completion(CompletionPolicy.DOMAIN_ACTION)
            .build());
    var item = claimed("made");
    var bare = Complete.of(InspectedTenant.key(), item.subjectEuid(), worker, item.leaseEuid());
    for (var sent : List.of(bare, AlteredRecord.with(bare, "action_key", MAKE))) {
      var before = evidence.checksum();
      var refused =
          catchThrowableOfType(
              RefusedException.class, () -> lab.engine().execute(lab.service, sent));
      assertThat(refused.code()).isEqualTo(Code.DOMAIN_ACTION_REQUIRED);
      assertThat(refused.refusal().message()).contains("made").contains(MAKE);
      assertThat(evidence.checksum()).isEqualTo(before);
    }
    perform(MAKE, item);
    assertThat(lab.envelope(item.subjectEuid()).state()).isEqualTo(ExecutionState.COMPLETED);

    var other = claimed("made");
    var override =
        AlteredRecord.with(
            Complete.of(InspectedTenant.key(), other.subjectEuid(), worker, other.leaseEuid()),
            "override",
            true,
            "reason",
            "made by hand");
    assertThat(
            catchThrowableOfType(
                    RefusedException.class, () -> lab.engine().execute(lab.service, override))
                .code())
        .isEqualTo(Code.FORBIDDEN);
    lab.engine().execute(lab.admin, override);
    assertThat(evidence.lastAction(other.subjectEuid()).override()).isTrue();
  }

  @Test
  void what_was_dispatched_from_such_a_queue_comes_back_to_it_before_it_is_done() {
    lab.queue(
        "made",
        InspectedTenant.fields(60, 3).toBuilder()
            .completion(CompletionPolicy.DOMAIN_ACTION)
            .build());
    var item = claimed("made");
    lab.start(worker, item);
    lab.engine()
        .execute(
            lab.service,
            new Dispatch(
                RequestMeta.key(InspectedTenant.key()),
                item.subjectEuid(),
                worker,
                item.leaseEuid(),
                StatePrecondition.NOTHING,
                "run-7",
                null,
                null));
    assertThat(
            catchThrowableOfType(
                    RefusedException.class, () -> result(item, ExecutionState.COMPLETED))
                .code())
        .isEqualTo(Code.DOMAIN_ACTION_REQUIRED);
    result(item, ExecutionState.READY);
    perform(MAKE, lab.claimOne(worker, "made"));
    assertThat(lab.envelope(item.subjectEuid()).state()).isEqualTo(ExecutionState.COMPLETED);
  }

  private void result(ClaimAnswer.Item item, ExecutionState outcome) {
    lab.engine()
        .execute(
            lab.operator,
            ExternalResultBuilder.builder()
                .meta(RequestMeta.key(InspectedTenant.key()))
                .subjectEuid(item.subjectEuid())
                .expect(StatePrecondition.NOTHING)
                .externalRef("run-7")
                .outcome(outcome)
                .build());
  }

  /** Something new that waits for the pack's action, and is this worker's. */
  private ClaimAnswer.Item claimed(String queue) {
    lab.engine()
        .execute(
            lab.operator,
            AlteredRecord.with(
                Enqueue.task(InspectedTenant.key(), queue, null), "next_action_key", MAKE));
    return lab.claimOne(worker, queue);
  }

  private void requireStarted(ClaimAnswer.Item item, ActionAnswer answer) {
    assertThat(answer.leaseEuid()).isEqualTo(item.leaseEuid());
    assertThat(answer.recordEuid()).isEqualTo(item.recordEuid());
    var action = evidence.lastAction(item.subjectEuid());
    assertThat(action.leaseEuid()).isEqualTo(item.leaseEuid());
    assertThat(action.recordEuid()).isEqualTo(item.recordEuid());
    assertThat(action.workerEuid()).isEqualTo(worker);
    var events =
        lab.events()
            .page(lab.tenantId(), FeedCursor.START, item.subjectEuid(), EventType.JOB_STARTED, 10)
            .items();
    assertThat(events).hasSize(1);
    assertThat(events.get(0).payload())
        .containsEntry("lease_euid", item.leaseEuid())
        .containsEntry("record_euid", item.recordEuid());
  }

  private ActionAnswer perform(String action, ClaimAnswer.Item item) {
    return lab.engine()
        .execute(
            lab.service,
            PerformAction.of(
                InspectedTenant.key(),
                action,
                item.subjectEuid(),
                worker,
                item.leaseEuid(),
                Json.object()));
  }
}
