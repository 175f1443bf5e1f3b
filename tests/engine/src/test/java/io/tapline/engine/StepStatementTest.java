package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.ActionKey;
import io.tapline.api.ClaimAnswer;
import io.tapline.api.Code;
import io.tapline.api.ErrorClass;
import io.tapline.api.ExecutionState;
import io.tapline.api.request.Claim;
import io.tapline.api.request.Complete;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.EnqueueBuilder;
import io.tapline.api.request.Fail;
import io.tapline.api.request.QueueFields;
import io.tapline.api.request.Release;
import io.tapline.api.request.Renew;
import io.tapline.api.request.RequestMeta;
import io.tapline.api.request.StatePrecondition;
import io.tapline.api.request.UpdateQueue;
import io.tapline.engine.check.InvariantChecker;
import io.tapline.engine.model.ItemOutcome;
import io.tapline.engine.model.RefusedException;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.engine.testing.InspectedTenantTest;
import io.tapline.engine.testing.TracedSource;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Endings and claims that are one statement each, and what happens when its rows have changed. */
class StepStatementTest extends InspectedTenantTest {

  private static final int AT_ONCE = 6;

  private TracedSource traced;
  private Engine engine;
  private String worker;

  /** False for a test that alters rows by hand. */
  private boolean sound = true;

  @BeforeEach
  void warm() {
    traced = new TracedSource(test.serving());
    engine = new Engine(traced.source());
    worker = lab.worker("w1", 1);
    lab.enqueue(QUEUE, 40);
    // Templates, the principal, the queue and the worker are read once.
    complete(next(worker), worker);
  }

  @AfterEach
  void check() {
    if (sound) {
      assertThat(new InvariantChecker(engine).check(lab.tenantId())).isEmpty();
    }
  }

  private ClaimAnswer.Item next(String who) {
    return engine.claim(lab.service, claim(who)).claims().get(0);
  }

  private static Claim claim(String who) {
    return Claim.batch(InspectedTenant.key(), who, QUEUE, 1, true);
  }

  private static Complete completion(ClaimAnswer.Item item, String who) {
    return Complete.of(InspectedTenant.key(), item.subjectEuid(), who, item.leaseEuid());
  }

  private void complete(ClaimAnswer.Item item, String who) {
    engine.execute(lab.service, completion(item, who));
  }

  @Test
  void a_claim_a_completion_and_a_report_are_one_trip_each() {
    traced.forget();
    var item = next(worker);
    assertThat(traced.texts()).hasSize(1);
    traced.forget();
    item =
        engine
            .report(lab.service, List.of(completion(item, worker)), claim(worker))
            .claimed()
            .orThrow()
            .claims()
            .get(0);
    assertThat(traced.texts()).hasSize(1);
    traced.forget();
    complete(item, worker);
    assertThat(traced.texts()).hasSize(1);
  }

  /** The memory of templates is read again now and then, and never inside the one trip. */
  @Test
  void a_claim_is_answered_while_no_template_is_in_memory() {
    engine.tapDb().templates().forget(lab.tenantId());
    complete(next(worker), worker);
  }

  @Test
  void endings_of_three_actions_are_one_trip() {
    var robot = lab.worker("robot", 3);
    var items = engine.claim(lab.service, Claim.batch("three", robot, QUEUE, 3, true)).claims();
    traced.forget();
    var outcomes =
        engine.executeAll(
            lab.service,
            List.of(
                completion(items.get(0), robot),
                failure("failed", items.get(1), robot),
                new Release(
                    RequestMeta.key("released"),
                    robot,
                    items.get(2).leaseEuid(),
                    StatePrecondition.NOTHING,
                    false,
                    "not now")));
    assertThat(outcomes).noneMatch(ItemOutcome::refused);
    assertThat(traced.texts()).hasSize(1);
  }

  @Test
  void the_key_of_an_earlier_ending_of_the_job_is_found_in_its_history() {
    lab.queue("single", InspectedTenant.fields(60, 3));
    lab.enqueue("single");
    var first = single("first");
    engine.execute(lab.service, release("same key", first));
    traced.forget();
    var second = single("second");
    assertThat(traced.texts()).hasSize(1);
    assertThat(second.subjectEuid()).isEqualTo(first.subjectEuid());
    var again = List.of(release("same key", second));
    assertThat(engine.executeAll(lab.service, again).get(0).refusal().code())
        .isEqualTo(Code.IDEMPOTENCY_CONFLICT);
  }

  private ClaimAnswer.Item single(String key) {
    var claim = Claim.batch(key, worker, "single", 1, true);
    return engine.claim(lab.service, claim).claims().get(0);
  }

  @Test
  void a_lapse_in_the_queue_is_settled_before_the_claim() {
    var item = next(worker);
    test.advance(Duration.ofSeconds(61));
    next(lab.worker("other"));
    assertThat(lab.envelope(item.subjectEuid()).state()).isEqualTo(ExecutionState.FAILED_RETRYABLE);
  }

  @Test
  void a_delayed_job_that_has_become_ready_is_promoted_before_the_claim() {
    var item = next(worker);
    complete(item, worker);
    var soon = lab.envelope(item.subjectEuid()).readyAt().plusSeconds(600);
    var urgent =
        EnqueueBuilder.builder(Enqueue.task("urgent", QUEUE, null)).priority(9).readyAt(soon);
    var delayed = lab.engine().execute(lab.operator, urgent.build()).subjectEuid();
    test.advance(Duration.ofSeconds(601));
    // A new worker owes no sign of life, which only the general path writes.
    assertThat(next(lab.worker("other")).subjectEuid()).isEqualTo(delayed);
  }

  private Release release(String key, ClaimAnswer.Item item) {
    return new Release(
        RequestMeta.key(key), worker, item.leaseEuid(), StatePrecondition.NOTHING, false, null);
  }

  private static Fail failure(String key, ClaimAnswer.Item item, String who) {
    return Fail.of(
        key, item.subjectEuid(), who, item.leaseEuid(), ErrorClass.TRANSIENT_SYSTEM, "it broke");
  }

  @Test
  void claims_of_one_worker_at_once_keep_its_limit() throws Exception {
    var second = new Engine(test.serving());
    for (int round = 0; round < 10; round++) {
      var granted = new ArrayList<ClaimAnswer.Item>();
      for (var one :
          atOnce(
              i -> {
                try {
                  return (i % 2 == 0 ? engine : second).claim(lab.service, claim(worker)).claims();
                } catch (RefusedException e) {
                  assertThat(e.code()).isEqualTo(Code.LEASE_LIMIT_REACHED);
                  return List.<ClaimAnswer.Item>of();
                }
              })) {
        granted.addAll(one);
      }
      assertThat(granted).as("round " + round).hasSize(1);
      complete(granted.get(0), worker);
    }
  }

  @Test
  void the_same_ending_at_once_is_written_once() throws Exception {
    for (int round = 0; round < 10; round++) {
      var item = next(worker);
      var complete = completion(item, worker);
      var answers = atOnce(i -> engine.execute(lab.service, complete));
      assertThat(answers).extracting(one -> one.replayed()).containsOnlyOnce(false);
      assertThat(answers)
          .extracting(one -> one.actionEuid())
          .containsOnly(answers.get(0).actionEuid());
    }
  }

  @Test
  void the_same_claim_at_once_is_made_once() throws Exception {
    for (int round = 0; round < 10; round++) {
      var claim = claim(worker);
      var answers = atOnce(i -> engine.claim(lab.service, claim));
      assertThat(answers).extracting(ClaimAnswer::replayed).containsOnlyOnce(false);
      var items = answers.stream().map(one -> one.claims().get(0).leaseEuid()).distinct().toList();
      assertThat(items).hasSize(1);
      complete(answers.get(0).claims().get(0), worker);
    }
  }

  @Test
  void a_lease_that_lapsed_is_refused_by_name() {
    var item = next(worker);
    test.advance(Duration.ofSeconds(61));
    assertThat(refusal(item, worker)).isEqualTo(Code.LEASE_EXPIRED);
  }

  @Test
  void a_hold_placed_in_between_is_a_refusal() {
    var item = next(worker);
    lab.hold(item.subjectEuid());
    assertThat(refusal(item, worker)).isEqualTo(Code.LEASE_NOT_ACTIVE);
  }

  @Test
  void a_worker_disabled_in_between_claims_no_more() {
    var item = next(worker);
    lab.administer(ActionKey.DISABLE_WORKER, worker);
    var reported = engine.report(lab.service, List.of(completion(item, worker)), claim(worker));
    reported.outcomes().get(0).orThrow();
    assertThat(reported.claimed().refusal().code()).isEqualTo(Code.WORKER_DISABLED);
  }

  @Test
  void a_queue_changed_in_between_grants_leases_by_its_new_policy() {
    var item = next(worker);
    var longer = QueueFields.builder().leaseTtlSeconds(1_234).build();
    asAdmin(new UpdateQueue(RequestMeta.key("longer"), QUEUE, 1L, longer, "a test"));
    var reported = engine.report(lab.service, List.of(completion(item, worker)), claim(worker));
    assertThat(reported.claimed().orThrow().claims().get(0).ttlSeconds()).isEqualTo(1_234);
  }

  @Test
  void a_claim_alone_is_granted_by_the_policy_of_a_queue_changed_in_between() {
    var longer = QueueFields.builder().leaseTtlSeconds(1_234).build();
    asAdmin(new UpdateQueue(RequestMeta.key("longer"), QUEUE, 1L, longer, "a test"));
    assertThat(next(worker).ttlSeconds()).isEqualTo(1_234);
  }

  @Test
  void a_queue_changed_in_between_ends_attempts_by_its_new_policy() {
    var item = next(worker);
    var fewer = QueueFields.builder().maxAttemptsDefault(1).build();
    asAdmin(new UpdateQueue(RequestMeta.key("fewer"), QUEUE, 1L, fewer, "a test"));
    engine.execute(lab.service, failure("failed", item, worker));
    assertThat(lab.envelope(item.subjectEuid()).state()).isEqualTo(ExecutionState.FAILED_TERMINAL);
  }

  @Test
  void a_completion_may_come_to_another_server() {
    var item = next(worker);
    new Engine(test.serving()).execute(lab.service, completion(item, worker));
    assertThat(refusal(item, worker)).isEqualTo(Code.LEASE_NOT_ACTIVE);
  }

  @Test
  void the_ending_of_a_lease_that_another_server_granted_costs_one_read() {
    var item = new Engine(test.serving()).claim(lab.service, claim(worker)).claims().get(0);
    traced.forget();
    complete(item, worker);
    assertReadAndStep();
  }

  @Test
  void the_ending_of_a_renewed_lease_costs_one_read() {
    var item = next(worker);
    test.advance(Duration.ofSeconds(1));
    engine.execute(
        lab.service,
        new Renew(RequestMeta.key("renewed"), worker, item.leaseEuid(), StatePrecondition.NOTHING));
    traced.forget();
    complete(item, worker);
    assertReadAndStep();
  }

  /** A transaction that reads, and the statement of the step. */
  private void assertReadAndStep() {
    assertThat(traced.executed("s.place::text as place, null as own_properties")).isOne();
    assertThat(traced.executed("moment as materialized")).isOne();
    assertThat(traced.texts()).hasSize(3).contains("COMMIT");
  }

  @Test
  void a_soft_cancel_in_between_does_not_stop_a_completion() {
    var item = next(worker);
    lab.cancel(item.subjectEuid(), true);
    complete(item, worker);
    assertThat(lab.envelope(item.subjectEuid()).cancelRequested()).isFalse();
  }

  /**
   * A row that changes moves, and the place alone shows it, unless the row has come back to a place
   * that was vacated. Here the statement gets the place at which the row is now.
   */
  @ParameterizedTest
  @CsvSource({
    "feed_key = feed_key,     true",
    "revision = revision + 1, false",
    "lease_uid = uid,         false",
    "cancel_requested = true, false"
  })
  void a_row_that_came_back_to_its_place_is_compared(String change, boolean fits)
      throws SQLException {
    sound = false;
    var item = next(worker);
    var place = tamper(change);
    traced.send(value -> value.matches("\\(\\d+,\\d+\\)") ? place : value);
    traced.forget();
    engine.executeAll(lab.service, List.of(completion(item, worker)));
    assertThat(traced.texts().size() == 1).isEqualTo(fits);
  }

  /** Changes the row with a lease and returns its place. */
  private String tamper(String change) throws SQLException {
    var sql =
        "update tapline.subject set %s where lease_uid is not null and tenant_id = %d returning"
            + " ctid::text";
    try (var admin = test.admin();
        var statement = admin.createStatement();
        var row = statement.executeQuery(sql.formatted(change, lab.tenantId()))) {
      assertThat(row.next()).isTrue();
      return row.getString(1);
    }
  }

  @Test
  void another_tenant_has_no_use_for_a_lease() {
    var item = next(worker);
    var other = InspectedTenant.in(test).queue(QUEUE);
    var refused =
        engine.executeAll(other.service, List.of(completion(item, worker))).get(0).refusal();
    assertThat(refused.code()).isEqualTo(Code.NOT_FOUND);
    complete(item, worker);
  }

  private Code refusal(ClaimAnswer.Item item, String who) {
    return engine.executeAll(lab.service, List.of(completion(item, who))).get(0).refusal().code();
  }

  private interface Ask<T> {
    T ask(int i) throws Exception;
  }

  private static <T> List<T> atOnce(Ask<T> ask) throws Exception {
    var threads = Executors.newFixedThreadPool(AT_ONCE);
    try {
      var gate = new CyclicBarrier(AT_ONCE);
      var futures = new ArrayList<Future<T>>();
      for (int i = 0; i < AT_ONCE; i++) {
        int number = i;
        futures.add(
            threads.submit(
                () -> {
                  gate.await();
                  return ask.ask(number);
                }));
      }
      var answers = new ArrayList<T>();
      for (var one : futures) {
        answers.add(one.get());
      }
      return answers;
    } finally {
      threads.shutdown();
    }
  }
}
