package io.tapline.client.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.ErrorClass;
import io.tapline.api.request.Claim;
import io.tapline.api.request.Release;
import io.tapline.client.error.Problem;
import io.tapline.client.error.TaplineException;
import io.tapline.engine.testing.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Rules of the runtime that a real server gives little occasion to see. */
class RuntimeRulesTest {

  private static final Problem AWAY = new Problem("UNAVAILABLE", 503, "not now", null);

  private final FakePort port = new FakePort();
  private final List<TaplineException> trouble = Collections.synchronizedList(new ArrayList<>());

  @Test
  void a_failure_that_is_called_by_words_says_them_in_its_message() {
    var words = Outcome.failed(ErrorClass.PERMANENT_INPUT, "the tube is empty", "row C");
    var sent = OutcomeReport.coded(words);
    assertThat(sent.code()).isNull();
    assertThat(sent.message()).isEqualTo("the tube is empty: row C");
    var coded = Outcome.failed(ErrorClass.PERMANENT_INPUT, "TUBE_EMPTY", "row C");
    assertThat(OutcomeReport.coded(coded)).isEqualTo(coded);
  }

  private WorkerBuilder worker() {
    return Worker.builder("tester", port)
        .stopAtExit(false)
        .grace(Duration.ZERO)
        .onTrouble(trouble::add);
  }

  @Test
  void an_unanswered_claim_is_repeated_unchanged_and_late_leases_are_renewed_first()
      throws Exception {
    port.claimFaults.add(AWAY.exception());
    port.claimFaults.add(AWAY.exception());
    port.work.add(FakePort.claimed("S-1"));
    try (var worker = worker().handle(job -> null).start()) {
      port.completions.take();
      // A copy: the worker goes on claiming.
      assertThat(List.copyOf(port.claims).subList(0, 3)).allMatch(port.claims.get(0)::equals);
      assertThat(port.renewals).extracting(HeldLease::leaseEuid).containsExactly("L-S-1");
      assertThat(worker.figures().claimed()).isEqualTo(1);
    }
  }

  @Test
  void a_claim_that_was_refused_is_another_claim_the_next_time() throws Exception {
    port.claimFaults.add(new Problem("QUEUE_DISABLED", 409, "closed", null).exception());
    port.work.add(FakePort.claimed("S-1"));
    try (var worker = worker().handle(job -> null).start()) {
      port.completions.take();
      assertThat(port.claims.get(1).meta()).isNotEqualTo(port.claims.get(0).meta());
      assertThat(port.renewals).isEmpty();
      assertThat(trouble).extracting(TaplineException::code).containsExactly("QUEUE_DISABLED");
      assertThat(worker.figures().lost()).isZero();
    }
  }

  @Test
  void a_worker_that_the_server_has_never_heard_of_registers_again() throws Exception {
    port.claimFaults.add(new Problem("NOT_FOUND", 404, "who?", "worker_euid").exception());
    port.work.add(FakePort.claimed("S-1"));
    try (var worker = worker().handle(job -> null).start()) {
      port.completions.take();
      assertThat(worker.euid()).isEqualTo("W-2");
      assertThat(port.registrations.get(1)).isEqualTo(port.registrations.get(0));
      assertThat(port.claims.get(1).workerEuid()).isEqualTo("W-2");
    }
  }

  @Test
  void work_whose_lease_lapsed_while_the_server_was_away_is_cancelled_and_not_reported()
      throws Exception {
    port.renewFault = AWAY.exception();
    var ttl = Duration.ofMinutes(1);
    port.work.add(FakePort.claimed("S-1", ttl));
    var told = new CountDownLatch(1);
    var seen = Collections.synchronizedList(new ArrayList<Cancellation>());
    try (var worker =
        worker()
            .handle(
                job -> {
                  job.onCancel(
                      why -> {
                        seen.add(why);
                        told.countDown();
                      });
                  // Most of its time has passed only here, so that it is not lost before it begins.
                  job.renewed(System.nanoTime() - ttl.toNanos() * 99 / 100);
                  try {
                    new CountDownLatch(1).await();
                  } catch (InterruptedException e) {
                    told.await();
                  }
                  return "nobody's any more";
                })
            .start()) {
      told.await();
      Await.until("its slot is free again", () -> port.claims.size() > 1);
      assertThat(worker.figures().lost()).isEqualTo(1);
      assertThat(seen).containsExactly(Cancellation.LEASE_LOST);
    }
    assertThat(port.completions).isEmpty();
  }

  @Test
  void a_fault_of_the_port_itself_does_not_end_the_worker() throws Exception {
    port.claimFaults.add(new IllegalStateException("a bug"));
    port.work.add(FakePort.claimed("S-1"));
    try (var worker = worker().handle(job -> null).start()) {
      assertThat(port.completions.take().meta().idempotencyKey()).isEqualTo("complete-L-S-1");
      assertThat(trouble).extracting(TaplineException::code).containsExactly("INTERNAL_ERROR");
      assertThat(worker.inFlight()).isLessThan(2);
    }
  }

  /**
   * A report asks for more only once the claim before it has returned, so the handler waits until
   * the claimer waits for a free slot.
   */
  private static Handler afterClaim(Handler handler) {
    return job -> {
      Await.until("the claimer waits for a free slot", RuntimeRulesTest::claimerWaitsForSlot);
      return handler.handle(job);
    };
  }

  private static boolean claimerWaitsForSlot() {
    return Thread.getAllStackTraces().keySet().stream()
        .anyMatch(
            thread ->
                thread.getName().endsWith("-claimer") && thread.getState() == Thread.State.WAITING);
  }

  private void untilCompleted(String subject) throws InterruptedException {
    while (!port.completions.take().subjectEuid().equals(subject)) {
      continue;
    }
  }

  @Test
  void a_worker_whose_slots_are_taken_asks_for_more_as_it_reports() throws Exception {
    port.work.add(FakePort.claimed("S-1"));
    port.nextWork.add(FakePort.claimed("S-2"));
    port.nextWork.add(FakePort.claimed("S-3"));
    var most = new AtomicInteger();
    var now = new AtomicInteger();
    try (var worker =
        worker()
            .queue("q")
            .handle(
                afterClaim(
                    job -> {
                      most.accumulateAndGet(now.incrementAndGet(), Math::max);
                      now.decrementAndGet();
                      return null;
                    }))
            .start()) {
      untilCompleted("S-2");
      untilCompleted("S-3");
      // The last two came with reports, since a claim would not have been given them.
      var asked = port.nexts.get(0);
      assertThat(asked.queueKey()).isEqualTo("q");
      assertThat(asked.maxItems()).isEqualTo(1);
      assertThat(port.nexts).extracting(Claim::meta).doesNotHaveDuplicates();
      // When nothing comes with a report it asks by itself again, for its one slot.
      Await.until("it claims by itself", () -> port.claims.size() > 1);
      assertThat(port.claims.get(1).maxItems()).isEqualTo(1);
      assertThat(most).hasValue(1);
      assertThat(worker.figures().claimed()).isGreaterThanOrEqualTo(3);
    }
  }

  @Test
  void an_unanswered_report_is_repeated_unchanged_and_late_leases_are_renewed_first()
      throws Exception {
    port.work.add(FakePort.claimed("S-1"));
    port.nextFaults.add(AWAY.exception());
    port.nextWork.add(FakePort.claimed("S-2"));
    try (var worker = worker().handle(afterClaim(job -> null)).start()) {
      untilCompleted("S-2");
      assertThat(port.nexts.get(1)).isEqualTo(port.nexts.get(0));
      assertThat(port.renewals).extracting(HeldLease::leaseEuid).containsExactly("L-S-2");
      assertThat(worker.figures().lost()).isZero();
    }
  }

  @Test
  void a_server_that_takes_no_claims_with_reports_is_told_the_report_alone() throws Exception {
    port.work.add(FakePort.claimed("S-1"));
    port.work.add(FakePort.claimed("S-2"));
    port.nextFaults.add(
        new Problem("VALIDATION_FAILED", 422, "is not a field of this request", "claim_next")
            .exception());
    try (var worker = worker().handle(afterClaim(job -> null)).start()) {
      port.completions.take();
      port.completions.take();
      Await.until("both are done", () -> worker.figures().completed() == 2);
      assertThat(port.nexts).hasSize(1);
    }
  }

  @Test
  void a_worker_that_takes_so_much_and_no_more_claims_by_itself() throws Exception {
    port.work.add(FakePort.claimed("S-1"));
    port.nextWork.add(FakePort.claimed("S-2"));
    try (var worker = worker().stopAfter(1).handle(job -> null).start()) {
      worker.awaitStop();
      assertThat(port.nexts).isEmpty();
      assertThat(worker.figures().completed()).isEqualTo(1);
    }
  }

  @Test
  void what_comes_with_a_report_to_a_worker_that_is_stopping_is_given_back() throws Exception {
    port.work.add(FakePort.claimed("S-1"));
    port.nextWork.add(FakePort.claimed("S-2"));
    port.completing = new CountDownLatch(1);
    var run = Collections.synchronizedList(new ArrayList<String>());
    var handler = afterClaim(job -> run.add(job.subjectEuid()));
    try (var worker = worker().grace(Duration.ofMinutes(1)).handle(handler).start()) {
      port.completions.take();
      var stopping = new Thread(worker::close);
      stopping.start();
      // It waits for the report, and has told everybody that it is stopping.
      Await.until("it is stopping", () -> stopping.getState() == Thread.State.TIMED_WAITING);
      port.completing.countDown();
      stopping.join();
      assertThat(port.releases).extracting(Release::leaseEuid).containsExactly("L-S-2");
      assertThat(run).containsExactly("S-1");
    }
  }
}
