package io.tapline.client.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.ErrorClass;
import io.tapline.api.request.Claim;
import io.tapline.api.request.RegisterWorkerBuilder;
import io.tapline.client.error.Problem;
import io.tapline.engine.testing.Await;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which results and claims the worker runtime sends in one request. */
class RequestCombiningTest {

  private static final Problem AWAY = new Problem("UNAVAILABLE", 503, "not now", null);
  private static final Problem TOO_LARGE = new Problem("PAYLOAD_TOO_LARGE", 413, "large", null);
  private static final Outcome DONE = Outcome.completed("done");
  private static final Outcome FAILED = Outcome.failed(ErrorClass.PERMANENT_INPUT, "BAD", "bad");
  private static final Outcome RELEASED = Outcome.released("not now");

  private final FakePort port = new FakePort();
  private final List<Job> begun = new CopyOnWriteArrayList<>();
  private WorkerState state;
  private WorkClaimer claimer;
  private OutcomeReporter reporter;

  @BeforeEach
  void start() {
    start(WorkLimit.ENDLESS);
  }

  private void start(WorkLimit limit) {
    var registration =
        RegisterWorkerBuilder.builder()
            .workerKey("w")
            .maxConcurrentLeases(4)
            .heartbeatTtlSeconds(60)
            .build();
    state = new WorkerState(port, registration, PayloadCodec.strict(), trouble -> {});
    state.register();
    // It is not started: no claim of its own is under way.
    claimer =
        new WorkClaimer(state, limit, List.of("q"), begun::add, note -> {}, () -> {}, "claimer");
    reporter = new OutcomeReporter(state, claimer, "reporter");
    reporter.start();
  }

  @AfterEach
  void end() {
    reporter.end();
  }

  private Job job(String subject) {
    var job =
        new Job(FakePort.claimed(subject), System.nanoTime(), PayloadCodec.strict(), note -> {});
    assertThat(state.slots().tryAcquire()).isTrue();
    state.begin(job);
    state.handlerReturned(job);
    return job;
  }

  private void report(String subject, Outcome outcome) {
    reporter.submit(OutcomeReport.of(job(subject), outcome));
  }

  /** A result of its own is under way until the latch is open. */
  private CountDownLatch underWay() {
    var held = new CountDownLatch(1);
    port.completing = held;
    report("S-0", DONE);
    Await.until("a result is sent at once", () -> port.reports.size() == 1);
    return held;
  }

  private List<String> keys(int call) {
    return port.reports.get(call).stream().map(result -> result.meta().idempotencyKey()).toList();
  }

  private void awaitNothingHeld() {
    Await.until("all is acknowledged", () -> state.jobs().isEmpty());
  }

  @Test
  void results_that_become_ready_during_a_request_go_into_the_next_one_with_one_claim() {
    var held = underWay();
    report("S-1", FAILED);
    report("S-2", RELEASED);
    report("S-3", DONE);
    assertThat(port.reports).hasSize(1);
    port.nextWork.add(FakePort.claimed("S-4"));
    held.countDown();
    awaitNothingHeldBut("S-4");
    assertThat(keys(0)).containsExactly("complete-L-S-0");
    assertThat(keys(1)).containsExactly("fail-L-S-1", "release-L-S-2", "complete-L-S-3");
    assertThat(port.nexts).extracting(Claim::maxItems).containsExactly(1, 3);
    var figures = state.figures().snapshot();
    assertThat(List.of(figures.completed(), figures.failed(), figures.released()))
        .containsExactly(2L, 1L, 1L);
  }

  private void awaitNothingHeldBut(String subject) {
    Await.until(
        "only " + subject + " is held",
        () -> state.jobs().stream().map(Job::subjectEuid).toList().equals(List.of(subject)));
    assertThat(begun).extracting(Job::subjectEuid).containsExactly(subject);
  }

  @Test
  void a_refused_result_concerns_its_own_job_only() {
    var held = underWay();
    var refused = new Problem("PAYLOAD_REFUSED", 422, "no", "items[0].result_payload");
    port.refusals.put("complete-L-S-1", refused);
    port.refusals.put(
        "complete-L-S-2", new Problem("LEASE_EXPIRED", 409, "late", "items[1].lease_euid"));
    report("S-1", DONE);
    report("S-2", DONE);
    report("S-3", FAILED);
    held.countDown();
    awaitNothingHeld();
    assertThat(keys(1)).containsExactly("complete-L-S-1", "complete-L-S-2", "fail-L-S-3");
    // The result that cannot be kept is a failure of its job, in a request of its own.
    assertThat(keys(2)).containsExactly("fail-L-S-1");
    var figures = state.figures().snapshot();
    assertThat(List.of(figures.completed(), figures.failed(), figures.lost()))
        .containsExactly(1L, 2L, 1L);
  }

  @Test
  void an_unanswered_request_is_repeated_with_the_same_keys_and_the_same_claim() {
    var held = underWay();
    port.nextFaults.add(AWAY.exception());
    report("S-1", DONE);
    report("S-2", RELEASED);
    held.countDown();
    awaitNothingHeld();
    assertThat(keys(1)).containsExactly("complete-L-S-1", "release-L-S-2");
    assertThat(port.reports.get(2)).isEqualTo(port.reports.get(1));
    assertThat(port.nexts.get(2)).isEqualTo(port.nexts.get(1));
  }

  @Test
  void a_request_that_is_refused_as_a_whole_is_cut_into_halves() {
    var held = underWay();
    port.nextFaults.add(TOO_LARGE.exception());
    port.reportFaults.add(TOO_LARGE.exception());
    report("S-1", DONE);
    report("S-2", FAILED);
    held.countDown();
    awaitNothingHeld();
    assertThat(keys(2)).isEqualTo(keys(1));
    assertThat(keys(3)).containsExactly("complete-L-S-1");
    assertThat(keys(4)).containsExactly("fail-L-S-2");
  }

  @Test
  void a_worker_that_is_stopping_sends_all_that_is_ready_and_claims_nothing() {
    var held = underWay();
    report("S-1", DONE);
    report("S-2", RELEASED);
    report("S-3", FAILED);
    claimer.stop();
    held.countDown();
    awaitNothingHeld();
    assertThat(keys(1)).containsExactly("complete-L-S-1", "release-L-S-2", "fail-L-S-3");
    assertThat(port.nexts).hasSize(1);
    assertThat(begun).isEmpty();
  }

  @Test
  void a_request_of_releases_alone_claims_nothing() {
    report("S-1", RELEASED);
    awaitNothingHeld();
    assertThat(port.nexts).isEmpty();
  }

  @Test
  void reports_claim_no_more_than_the_worker_may_still_take() {
    reporter.end();
    start(new WorkLimit(3, false));
    assertThat(claimer.askFor(2).maxItems()).isEqualTo(2);
    claimer.take(List.of(FakePort.claimed("S-1")), List.of(job("S-0")), System.nanoTime(), false);
    claimer.claimSent();
    // One of two came, so two are left.
    assertThat(claimer.askFor(4).maxItems()).isEqualTo(2);
    assertThat(claimer.askFor(1)).isNull();
  }
}
