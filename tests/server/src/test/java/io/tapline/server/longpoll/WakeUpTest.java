package io.tapline.server.longpoll;

import static io.tapline.server.longpoll.ClaimWaitFixture.got;
import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.ActionKey;
import io.tapline.api.ClaimAnswer;
import io.tapline.api.Code;
import io.tapline.api.ErrorClass;
import io.tapline.api.Scope;
import io.tapline.api.WorkerType;
import io.tapline.api.request.Claim;
import io.tapline.api.request.ClaimBuilder;
import io.tapline.api.request.CompleteBuilder;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.EnqueueBuilder;
import io.tapline.api.request.QueueFields;
import io.tapline.api.request.RegisterWorkerBuilder;
import io.tapline.api.request.RequestMeta;
import io.tapline.api.request.StatePrecondition;
import io.tapline.api.request.UpdateQueue;
import io.tapline.engine.Engine;
import io.tapline.engine.model.RefusedException;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.engine.testing.InspectedTenantTest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The claims that a signal wakes, and their order. There is no periodic scan here: without a signal
 * no claim wakes.
 */
class WakeUpTest extends InspectedTenantTest {

  private static ClaimWaitFixture here;
  private static ClaimWaitFixture there;

  @BeforeAll
  static void posts() {
    here = new ClaimWaitFixture(test, test.engine());
    there = new ClaimWaitFixture(test, new Engine(test.serving()));
  }

  @AfterAll
  static void closePosts() {
    here.close();
    there.close();
  }

  @BeforeEach
  void forget() {
    here.tries();
    there.tries();
  }

  private WaitingClaim wait(String queueKey) {
    return wait(here, queueKey);
  }

  private WaitingClaim wait(ClaimWaitFixture post, String queueKey) {
    return post.claim(lab.service, Claim.one(InspectedTenant.key(), worker, queueKey));
  }

  @Test
  void one_piece_of_work_wakes_one_in_order_of_arrival() throws Exception {
    var waiters = new ArrayList<WaitingClaim>();
    for (int i = 0; i < 8; i++) {
      waiters.add(wait(QUEUE));
    }
    assertThat(here.tries()).isEqualTo(8);
    for (var waiter : waiters) {
      var subject = lab.enqueue(QUEUE);
      assertThat(got(waiter)).isEqualTo(subject);
    }
    assertThat(here.tries()).as("nobody tried in vain").isEqualTo(8);
  }

  @Test
  void a_batch_wakes_as_many_as_it_has_work_for() throws Exception {
    var few = here.claim(lab.service, Claim.batch(InspectedTenant.key(), worker, QUEUE, 3, false));
    var many = here.claim(lab.service, Claim.batch(InspectedTenant.key(), worker, QUEUE, 7, false));
    var last = wait(QUEUE);
    here.tries();
    lab.enqueue(QUEUE, 10);
    assertThat(ClaimWaitFixture.answer(few).claims()).hasSize(3);
    assertThat(ClaimWaitFixture.answer(many).claims()).hasSize(7);
    var subject = lab.enqueue(QUEUE);
    assertThat(got(last)).isEqualTo(subject);
    assertThat(here.tries()).isEqualTo(3);
  }

  @Test
  void who_waits_for_any_queue_stands_in_the_same_line() throws Exception {
    lab.claimOne(worker, "elsewhere");
    var first = wait(QUEUE);
    var second = wait(null);
    var third = wait(QUEUE);
    assertThat(lab.enqueue(QUEUE)).isEqualTo(got(first));
    assertThat(lab.enqueue(QUEUE)).isEqualTo(got(second));
    assertThat(lab.enqueue(QUEUE)).isEqualTo(got(third));
    var any = wait(null);
    assertThat(lab.enqueue("elsewhere")).isEqualTo(got(any));
  }

  @Test
  void a_claim_from_several_queues_waits_in_the_line_of_each() throws Exception {
    lab.claimOne(worker, "elsewhere");
    lab.queue("third");
    var first = wait(QUEUE);
    var both = waitForBoth();
    var last = wait(QUEUE);
    here.tries();
    assertThat(lab.enqueue(QUEUE)).isEqualTo(got(first));
    assertThat(lab.enqueue(QUEUE)).isEqualTo(got(both));
    assertThat(lab.enqueue(QUEUE)).isEqualTo(got(last));
    both = waitForBoth();
    here.tries();
    lab.enqueue("third");
    assertThat(lab.enqueue("elsewhere")).isEqualTo(got(both));
    assertThat(here.tries()).as("not for another queue").isEqualTo(1);
    both = waitForBoth();
    here.leave(both);
    var next = wait("elsewhere");
    assertThat(lab.enqueue("elsewhere")).as("a claim that has left").isEqualTo(got(next));
  }

  private WaitingClaim waitForBoth() {
    var claim =
        ClaimBuilder.builder()
            .meta(RequestMeta.key(InspectedTenant.key()))
            .workerEuid(worker)
            .queueKeys(List.of(QUEUE, "elsewhere"))
            .maxItems(1)
            .build();
    return here.claim(lab.service, claim);
  }

  @Test
  void work_in_another_queue_or_tenant_wakes_nobody() throws Exception {
    var waiter = wait(QUEUE);
    here.tries();
    lab.enqueue("elsewhere");
    InspectedTenant.in(test).queue(QUEUE).enqueue(QUEUE);
    var subject = lab.enqueue(QUEUE);
    assertThat(got(waiter)).isEqualTo(subject);
    assertThat(here.tries()).isEqualTo(1);
  }

  @Test
  void a_requeue_a_released_hold_and_a_released_lease_wake() throws Exception {
    var subject = lab.enqueue(QUEUE);
    lab.cancel(subject, false);
    var waiter = wait(QUEUE);
    lab.requeue(subject);
    assertThat(got(waiter)).isEqualTo(subject);

    var item = ClaimWaitFixture.answer(waiter).claims().get(0);
    waiter = wait(QUEUE);
    lab.release(worker, item);
    assertThat(got(waiter)).isEqualTo(subject);

    var hold = lab.hold(subject).holdEuid();
    waiter = wait(QUEUE);
    lab.releaseHold(hold);
    assertThat(got(waiter)).isEqualTo(subject);
  }

  @Test
  void being_routed_to_a_next_queue_wakes_who_waits_there() throws Exception {
    var subject = lab.enqueue(QUEUE);
    var item = lab.claimOne(worker, QUEUE);
    lab.claimOne(worker, "elsewhere");
    var waiter = wait("elsewhere");
    asService(
        CompleteBuilder.builder()
            .meta(RequestMeta.key(InspectedTenant.key()))
            .subjectEuid(subject)
            .workerEuid(worker)
            .leaseEuid(item.leaseEuid())
            .expect(StatePrecondition.NOTHING)
            .nextQueueKey("elsewhere")
            .build());
    assertThat(got(waiter)).isEqualTo(subject);
  }

  @Test
  void a_queue_that_is_opened_again_wakes_who_waits_for_any() throws Exception {
    lab.claimOne(worker, "elsewhere");
    enable(false, 1);
    var subject = lab.enqueue(QUEUE);
    var waiter = wait(null);
    enable(true, 2);
    assertThat(got(waiter)).isEqualTo(subject);
  }

  @Test
  void a_claim_keeps_waiting_while_its_queue_is_disabled() throws Exception {
    var waiter = wait(QUEUE);
    enable(false, 1);
    var subject = lab.enqueue(QUEUE);
    enable(true, 2);
    assertThat(got(waiter)).isEqualTo(subject);
  }

  @Test
  void a_job_that_arrives_between_the_attempt_and_the_wait_is_found() throws Exception {
    for (int i = 0; i < 3; i++) {
      long tried = System.nanoTime();
      var claim = Claim.one(InspectedTenant.key(), worker, QUEUE);
      assertThat(test.engine().claim(lab.service, claim).claims()).isEmpty();
      var subject = lab.enqueue(QUEUE);
      assertThat(got(here.room.admit(lab.service, claim, Duration.ofMinutes(10), tried)))
          .isEqualTo(subject);
    }
  }

  private void enable(boolean enabled, long revision) {
    asAdmin(
        new UpdateQueue(
            RequestMeta.key(InspectedTenant.key()),
            QUEUE,
            revision,
            QueueFields.builder().enabled(enabled).build(),
            "maintenance"));
  }

  @Test
  void the_end_of_a_workers_process_wakes_who_waits_for_its_work() throws Exception {
    var other = lab.worker("other");
    var subject = lab.enqueue(QUEUE);
    lab.claimOne(other, QUEUE);
    var waiter = wait(QUEUE);
    lab.administer(ActionKey.RETIRE_WORKER, other);
    assertThat(got(waiter)).isEqualTo(subject);
  }

  @Test
  void a_clock_that_is_moved_wakes_those_whose_time_has_come() throws Exception {
    lab.enqueue(QUEUE);
    var item = lab.claimAndStart(worker, QUEUE);
    lab.fail(worker, item, ErrorClass.TRANSIENT_SYSTEM);
    var waiter = wait(QUEUE);
    advance(11);
    assertThat(got(waiter)).as("its retry").isEqualTo(item.subjectEuid());

    waiter = wait(QUEUE);
    advance(61);
    assertThat(got(waiter)).as("its lease lapsed").isEqualTo(item.subjectEuid());

    waiter = wait(QUEUE);
    var later = later(Duration.ofSeconds(30));
    advance(31);
    assertThat(got(waiter)).as("ready at a time").isEqualTo(later);
  }

  @Test
  void time_that_passes_by_itself_wakes_too() throws Exception {
    var waiter = wait(QUEUE);
    var later = later(Duration.ofMillis(300));
    assertThat(got(waiter)).isEqualTo(later);
  }

  private String later(Duration by) {
    var now = test.in(lab.tenantId(), tx -> now(tx));
    return asOperator(
            EnqueueBuilder.builder()
                .meta(RequestMeta.key(InspectedTenant.key()))
                .templateCode(Enqueue.TASK)
                .queueKey(QUEUE)
                .readyAt(now.plus(by))
                .build())
        .subjectEuid();
  }

  private static Instant now(io.tapline.tapdb.Tx tx) throws java.sql.SQLException {
    return tx.query("select tapline.clock()", row -> row.getTimestamp(1).toInstant()).get(0);
  }

  @Test
  void another_server_wakes_those_who_wait_here() throws Exception {
    var far = wait(there, QUEUE);
    lab.enqueue(QUEUE);
    assertThat(ClaimWaitFixture.answer(far).status()).isEqualTo(ClaimAnswer.CLAIMED);
  }

  @Test
  void work_wakes_only_those_who_serve_its_place() throws Exception {
    var first = waiting(here, at("north"), 20);
    var south = at("south");
    here.tries();
    for (int i = 0; i < 10; i++) {
      var second = waiting(here, south, 1).get(0);
      var subject = enqueueAt("south");
      assertThat(got(second)).isEqualTo(subject);
    }
    assertThat(here.tries())
        .as("each of the ten twice, and once two of those who were not asked yet")
        .isLessThanOrEqualTo(22);

    var forNorth = enqueueAt("north");
    assertThat(subjectsOf(first)).containsExactly(forNorth);
  }

  @Test
  void work_of_another_server_that_the_first_cannot_take_goes_to_the_next_who_can()
      throws Exception {
    var first = waiting(there, at("north"), 20);
    var second = waiting(there, at("south"), 1).get(0);
    there.tries();
    var subject = enqueueAt("south");
    assertThat(got(second)).isEqualTo(subject);
    assertThat(there.tries()).as("two of a kind speak for all").isLessThanOrEqualTo(3);

    var forNorth = enqueueAt("north");
    assertThat(subjectsOf(first)).containsExactly(forNorth);
  }

  private List<WaitingClaim> waiting(ClaimWaitFixture post, String worker, int count) {
    var waiters = new ArrayList<WaitingClaim>();
    for (int i = 0; i < count; i++) {
      waiters.add(post.claim(lab.service, Claim.one(InspectedTenant.key(), worker, QUEUE)));
    }
    return waiters;
  }

  private static List<String> subjectsOf(List<WaitingClaim> all) throws Exception {
    java.util.concurrent.CompletableFuture.anyOf(
            all.stream()
                .map(waiter -> waiter.answer)
                .toArray(java.util.concurrent.CompletableFuture[]::new))
        .get(60, java.util.concurrent.TimeUnit.SECONDS);
    var found = new ArrayList<String>();
    for (var waiter : all) {
      if (waiter.answer.isDone()) {
        found.add(got(waiter));
      }
    }
    return found;
  }

  private String at(String site) {
    return asService(
            RegisterWorkerBuilder.builder()
                .meta(RequestMeta.key(InspectedTenant.key()))
                .workerKey(InspectedTenant.key())
                .workerType(WorkerType.SERVICE)
                .siteScope(List.of(site))
                .maxConcurrentLeases(1_000)
                .build())
        .workerEuid();
  }

  private String enqueueAt(String site) {
    return asOperator(
            EnqueueBuilder.builder()
                .meta(RequestMeta.key(InspectedTenant.key()))
                .templateCode(Enqueue.TASK)
                .queueKey(QUEUE)
                .scope(new Scope(site, null, null))
                .build())
        .subjectEuid();
  }

  @Test
  void who_has_left_claims_nothing_and_the_next_gets_it() throws Exception {
    var gone = wait(QUEUE);
    var next = wait(QUEUE);
    here.room.leave(gone);
    assertThat(ClaimWaitFixture.answer(gone).status()).isEqualTo(ClaimAnswer.NO_WORK);
    assertThat(lab.enqueue(QUEUE)).isEqualTo(got(next));
  }

  @Test
  void the_same_request_sent_again_is_one_request() throws Exception {
    var claim = Claim.one(InspectedTenant.key(), worker, QUEUE);
    var first = here.claim(lab.service, claim);
    var again = here.claim(lab.service, claim);
    assertThat(ClaimWaitFixture.answer(first).status())
        .as("nobody listens to it")
        .isEqualTo("NO_WORK");
    var subject = lab.enqueue(QUEUE);
    assertThat(got(again)).isEqualTo(subject);
    assertThat(test.engine().claim(lab.service, claim).claims().get(0).subjectEuid())
        .isEqualTo(subject);
    assertThat(lab.envelope(subject).attemptCount()).isZero();
  }

  @Test
  void a_worker_that_is_disabled_while_it_waits_hears_it_with_the_next_work() throws Exception {
    var other = lab.worker("other");
    var waiter = here.claim(lab.service, Claim.one(InspectedTenant.key(), other, QUEUE));
    var next = wait(QUEUE);
    lab.administer(ActionKey.DISABLE_WORKER, other);
    var subject = lab.enqueue(QUEUE);
    assertThat(got(next)).isEqualTo(subject);
    try {
      ClaimWaitFixture.answer(waiter);
      throw new AssertionError("was not refused");
    } catch (ExecutionException e) {
      assertThat(((RefusedException) e.getCause()).code()).isEqualTo(Code.WORKER_DISABLED);
    }
  }
}
