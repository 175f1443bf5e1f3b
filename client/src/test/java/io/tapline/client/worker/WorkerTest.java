package io.tapline.client.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapline.client.TaplineClient;
import io.tapline.client.error.ErrorClass;
import io.tapline.client.error.NotFoundException;
import io.tapline.client.error.UnreachableException;
import io.tapline.client.error.WorkerStoppedException;
import io.tapline.client.testing.WorkerLab;
import io.tapline.engine.testing.Await;
import io.tapline.server.testing.TaplineServer;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A worker over real HTTP: what it does while nothing is wrong with the server. What every runtime
 * does, in any language, is in {@code WorkerCases}.
 */
@SuppressWarnings("try") // Workers that only have to be there.
@TaplineServer
class WorkerTest {

  private static TestTapline tapline;
  private static WorkerLab lab;
  private static TaplineClient client;

  @BeforeAll
  static void start(TestTapline started) {
    tapline = started;
    lab = new WorkerLab(tapline);
    client = lab.client();
  }

  @AfterAll
  static void stop() {
    client.close();
  }

  private static WorkerBuilder worker(String queue) {
    return client.worker("tester").queue(queue).grace(Duration.ofSeconds(10)).stopAtExit(false);
  }

  @Test
  void a_handler_per_action_gets_its_work_and_its_result_is_kept() {
    var queue = lab.queue(60);
    var wanted = lab.enqueue(queue, "next_action_key", "extract", "properties", Map.of("n", 7));
    var seen = new AtomicReference<Job>();
    try (var worker =
        worker(queue)
            .handle(
                "extract",
                job -> {
                  seen.set(job);
                  return Map.of("doubled", job.properties().path("n").asInt() * 2);
                })
            .start()) {
      lab.awaitState(wanted, "COMPLETED");
    }
    var job = seen.get();
    assertThat(job.subjectEuid()).isEqualTo(wanted);
    assertThat(job.attempt()).isEqualTo(1);
    assertThat(job.fencingToken()).isPositive();
    assertThat(job.actionKey()).isEqualTo("extract");
    var record = lab.history(wanted).path("records").get(0);
    assertThat(record.path("status").asString()).isEqualTo("SUCCEEDED");
    assertThat(record.at("/result_snapshot/doubled").asInt()).isEqualTo(14);
  }

  @Test
  void a_handler_is_told_the_trace_and_the_correlation_of_its_work() {
    var trace = "4bf92f3577b34da6a3ce929d0e0e4736";
    var queue = lab.queue(60);
    var subject = lab.enqueueTraced(queue, trace, "order-7");
    var seen = new AtomicReference<Job>();
    var logged = new AtomicReference<Map<String, String>>();
    try (var worker =
        worker(queue)
            .handle(
                job -> {
                  seen.set(job);
                  logged.set(org.slf4j.MDC.getCopyOfContextMap());
                  return null;
                })
            .start()) {
      lab.awaitState(subject, "COMPLETED");
    }
    assertThat(seen.get().correlationId()).isEqualTo("order-7");
    assertThat(seen.get().traceId()).isEqualTo(trace);
    assertThat(seen.get().traceparent()).matches("00-" + trace + "-[0-9a-f]{16}-01");
    assertThat(logged.get())
        .containsEntry("subject_euid", subject)
        .containsEntry("correlation_id", "order-7")
        .containsEntry("trace_id", trace);
  }

  @Test
  void exceptions_become_error_classes_by_type() {
    var queue = lab.queue(60);
    var cases =
        Map.<String, Exception>of(
            "bad", new IllegalArgumentException("no such plate"),
            "away", new IOException("no route"),
            "odd", new IllegalStateException("hm"),
            "known", new JobException(ErrorClass.BUSINESS_RULE_HOLD, "QC", "look at it"),
            "own", new ArithmeticException("\u0000/ by zero"));
    var subjects = new java.util.HashMap<String, String>();
    for (var action : cases.keySet()) {
      subjects.put(action, lab.enqueue(queue, "next_action_key", action, "max_attempts", 1));
    }
    var unknown = lab.enqueue(queue, "next_action_key", "nobody's", "max_attempts", 1);
    var builder = worker(queue).errorClass(RuntimeException.class, ErrorClass.PERMANENT_STATE);
    builder.errorClass(IllegalStateException.class, ErrorClass.TRANSIENT_SYSTEM);
    cases.forEach(
        (action, thrown) ->
            builder.handle(
                action,
                job -> {
                  throw thrown;
                }));
    try (var worker = builder.start()) {
      Await.until("all have failed", () -> worker.figures().failed() == 6);
    }
    assertThat(error(subjects.get("bad"))).isEqualTo("PERMANENT_INPUT no such plate");
    assertThat(error(subjects.get("away"))).isEqualTo("TRANSIENT_DEPENDENCY no route");
    assertThat(error(subjects.get("odd"))).isEqualTo("TRANSIENT_SYSTEM hm");
    assertThat(error(subjects.get("own"))).isEqualTo("PERMANENT_STATE / by zero");
    assertThat(lab.state(subjects.get("known"))).isEqualTo("HELD");
    assertThat(error(unknown)).startsWith("TRANSIENT_CAPACITY this worker has no handler");
  }

  private static String error(String subject) {
    var record = lab.history(subject).path("records").get(0);
    return record.path("error_class").asString() + " " + record.path("error_message").asString();
  }

  @Test
  void it_never_runs_more_than_it_has_slots_for_and_frees_them_all() {
    var queue = lab.queue(60);
    var subjects = lab.enqueueMany(queue, 40);
    var running = new AtomicInteger();
    var most = new AtomicInteger();
    try (var worker =
        worker(queue)
            .concurrency(3)
            .handle(
                job -> {
                  most.accumulateAndGet(running.incrementAndGet(), Math::max);
                  Thread.yield();
                  running.decrementAndGet();
                  return null;
                })
            .start()) {
      Await.until("all are done", () -> worker.figures().completed() == subjects.size());
      // The last one counts as done a moment before its slot is free.
      Await.until("all slots are free", () -> worker.inFlight() == 0);
      var view = lab.lab().admin.get("workers/" + worker.euid()).ok();
      assertThat(view.path("max_concurrent_leases").asInt()).isEqualTo(3);
    }
    assertThat(most.get()).isBetween(1, 3);
  }

  @Test
  void a_slot_is_not_given_back_before_the_server_has_acknowledged() throws Exception {
    var held = new CountDownLatch(1);
    var port = new FakePort();
    port.completing = held;
    port.work.addAll(List.of(FakePort.claimed("S-1"), FakePort.claimed("S-2")));
    try (var worker =
        Worker.builder("tester", port).stopAtExit(false).handle(job -> null).start()) {
      port.completions.take();
      assertThat(port.claims).hasSize(1);
      held.countDown();
      port.completions.take();
      assertThat(port.claims.get(1).maxItems()).isEqualTo(1);
    }
  }

  @Test
  void the_next_queue_and_action_are_the_handlers_choice() {
    var first = lab.queue(60);
    var second = lab.queue(60);
    var subject = lab.enqueue(first);
    try (var worker =
        client
            .worker("tester")
            .stopAtExit(false)
            .queue(first)
            .queue(second)
            .handle("polish", job -> null)
            .handle(job -> Outcome.completed(Map.of("step", 1)).thenTo(second, "polish"))
            .start()) {
      lab.awaitState(subject, "COMPLETED");
    }
    assertThat(lab.attempts(subject)).containsExactly("SUCCEEDED", "SUCCEEDED");
  }

  @Test
  void a_result_that_the_server_will_not_have_is_a_failure_for_good() {
    var queue = lab.queue(60);
    var large = lab.enqueue(queue);
    var fine = lab.enqueue(queue);
    var big = "x".repeat(300 * 1024);
    try (var worker =
        worker(queue)
            .concurrency(2)
            .onTrouble(e -> {})
            .handle(job -> job.subjectEuid().equals(large) ? Map.of("big", big) : null)
            .start()) {
      lab.awaitState(large, "FAILED_TERMINAL");
      lab.awaitState(fine, "COMPLETED");
    }
    assertThat(lab.history(large).path("records").get(0).path("error_code").asString())
        .isEqualTo("PAYLOAD_TOO_LARGE");
  }

  @Test
  void a_poisoned_piece_of_work_never_stops_its_neighbours() {
    var queue = lab.queue(60);
    var poison = lab.enqueue(queue, "priority", 100);
    var neighbours = lab.enqueueMany(queue, 20);
    try (var worker =
        worker(queue)
            .concurrency(2)
            .handle(
                job -> {
                  if (job.subjectEuid().equals(poison)) {
                    throw new StackOverflowError("poison");
                  }
                  return null;
                })
            .start()) {
      neighbours.forEach(subject -> lab.awaitState(subject, "COMPLETED"));
      lab.awaitState(poison, "FAILED_TERMINAL");
    }
    assertThat(lab.attempts(poison)).hasSize(3);
    assertThat(lab.subject(poison).path("dead_letter").isObject()).isTrue();
  }

  /** In real time; that a lease is renewed at all is a case of the table of every runtime. */
  @Test
  @Tag("soak")
  void a_slow_handler_outlives_its_lease_with_renewals() {
    var queue = lab.queue(4);
    var subject = lab.enqueue(queue);
    try (var worker =
        worker(queue)
            .handle(
                job -> {
                  var first = job.deadline();
                  Await.until(
                      "the lease outlives its first end",
                      () -> job.deadline().isAfter(first.plusSeconds(4)));
                  return "slow";
                })
            .start()) {
      lab.awaitState(subject, "COMPLETED");
      assertThat(worker.figures().lost()).isZero();
    }
    assertThat(lab.attempts(subject)).containsExactly("SUCCEEDED");
  }

  @Test
  void readers_see_how_far_it_is() throws Exception {
    var queue = lab.queue(60);
    var subject = lab.enqueue(queue);
    var seen = new CountDownLatch(1);
    try (var worker =
        worker(queue)
            .handle(
                job -> {
                  job.progress(0.25, "a quarter");
                  job.progress(0.5, "half\u0000 " + "x".repeat(600));
                  seen.await();
                  return null;
                })
            .start()) {
      Await.until(
          "half is seen",
          () -> lab.subject(subject).at("/active_lease/progress/fraction").asDouble(0) == 0.5);
      assertThat(lab.subject(subject).at("/active_lease/progress/message").asString())
          .startsWith("half x")
          .hasSize(500);
      seen.countDown();
      lab.awaitState(subject, "COMPLETED");
    }
  }

  @Test
  void a_handler_that_ignores_a_hard_cancel_is_fenced() throws Exception {
    var queue = lab.queue(3);
    var subject = lab.enqueue(queue);
    var next = new AtomicReference<String>();
    var begun = new CountDownLatch(1);
    var go = new CountDownLatch(1);
    var interrupted = new AtomicInteger();
    try (var worker =
        worker(queue)
            .handle(
                job -> {
                  begun.countDown();
                  while (go.getCount() > 0) {
                    try {
                      go.await();
                    } catch (InterruptedException e) {
                      interrupted.incrementAndGet();
                    }
                  }
                  job.cancellation().ifPresent(why -> next.set(why.name()));
                  return "too late";
                })
            .start()) {
      begun.await();
      lab.lab()
          .operator
          .post("actions/cancel", TenantApi.body("subject_euid", subject, "reason", "stop it"))
          .ok();
      Await.until("the loss is heard of", () -> worker.figures().lost() == 1);
      Await.until("the handler is interrupted", () -> interrupted.get() == 1);
      go.countDown();
      // Its slot is free again only now, and the next piece of work gets it.
      lab.awaitState(lab.enqueue(queue), "COMPLETED");
      Await.until("it is acknowledged", () -> worker.figures().completed() == 1);
    }
    assertThat(next.get()).isEqualTo("LEASE_LOST");
    assertThat(lab.state(subject)).isEqualTo("CANCELED");
    assertThat(lab.history(subject).path("records").get(0).get("result_snapshot").isNull())
        .isTrue();
  }

  @Test
  void a_late_handler_whose_lease_lapsed_is_fenced_and_another_has_the_work() throws Exception {
    var queue = lab.queue(60);
    var subject = lab.enqueue(queue);
    var begun = new CountDownLatch(1);
    var go = new CountDownLatch(1);
    var tokens = Collections.synchronizedList(new ArrayList<Long>());
    try (var late =
        worker(queue)
            .stopAfter(1)
            .handle(
                job -> {
                  tokens.add(job.fencingToken());
                  begun.countDown();
                  go.await();
                  return "late";
                })
            .start()) {
      begun.await();
      tapline.advance(Duration.ofSeconds(61));
      try (var other =
          worker(queue)
              .handle(
                  job -> {
                    tokens.add(job.fencingToken());
                    return "in time";
                  })
              .start()) {
        lab.awaitState(subject, "COMPLETED");
      }
      go.countDown();
      late.awaitStop();
      assertThat(late.figures().lost()).isEqualTo(1);
      assertThat(late.figures().completed()).isZero();
    }
    assertThat(lab.attempts(subject)).containsExactly("EXPIRED", "SUCCEEDED");
    assertThat(lab.history(subject).path("records").get(1).path("result_snapshot").asString())
        .isEqualTo("in time");
    assertThat(tokens).hasSize(2).isSorted().doesNotHaveDuplicates();
  }

  @Test
  void shutdown_with_work_in_flight_gives_it_back_and_no_attempt_is_spent() throws Exception {
    var queue = lab.queue(60);
    var stubborn = lab.enqueue(queue);
    var polite = lab.enqueue(queue);
    var quick = lab.enqueue(queue);
    var begun = new CountDownLatch(3);
    var worker =
        worker(queue)
            .concurrency(3)
            .handle(
                job -> {
                  var told = new CountDownLatch(1);
                  job.onCancel(why -> told.countDown());
                  begun.countDown();
                  told.await();
                  if (job.subjectEuid().equals(polite)) {
                    job.throwIfCancelled();
                  }
                  if (job.subjectEuid().equals(stubborn)) {
                    ignoreForEver(job);
                  }
                  return "done in time";
                })
            .start();
    begun.await();
    worker.stop(Duration.ofSeconds(2));

    assertThat(worker.figures().released()).isEqualTo(2);
    assertThat(lab.state(quick)).isEqualTo("COMPLETED");
    for (var subject : List.of(stubborn, polite)) {
      assertThat(lab.state(subject)).isEqualTo("FAILED_RETRYABLE");
      assertThat(lab.attemptCount(subject)).isZero();
      assertThat(lab.subject(subject).at("/diagnostics/visible_in_queue").asBoolean()).isTrue();
    }
    try (var other = worker(queue).handle(job -> "by another").start()) {
      lab.awaitState(stubborn, "COMPLETED");
      lab.awaitState(polite, "COMPLETED");
    }
    assertThat(lab.attempts(stubborn)).containsExactly("CANCELED", "SUCCEEDED");
  }

  private static void ignoreForEver(Job job) {
    var never = new CountDownLatch(1);
    while (job.cancellation().orElse(null) == Cancellation.SHUTDOWN) {
      try {
        never.await();
      } catch (InterruptedException e) {
        // It will not hear.
        if (job.over()) {
          return;
        }
      }
    }
  }

  @Test
  void it_stops_by_itself_when_there_is_no_more_work_or_it_has_done_enough() throws Exception {
    var queue = lab.queue(60);
    lab.enqueueMany(queue, 5);
    try (var some = worker(queue).stopAfter(2).handle(job -> null).start()) {
      some.awaitStop();
      assertThat(some.figures().completed()).isEqualTo(2);
    }
    try (var rest = worker(queue).concurrency(2).stopWhenIdle().handle(job -> null).start()) {
      rest.awaitStop();
      assertThat(rest.figures().completed()).isEqualTo(3);
    }
  }

  @Test
  void every_start_is_a_worker_of_its_own() {
    var queue = lab.queue(60);
    try (var one = worker(queue).handle(job -> null).start();
        var two = worker(queue).handle(job -> null).start()) {
      assertThat(one.euid()).isNotEqualTo(two.euid());
      var view = lab.lab().admin.get("workers/" + one.euid()).ok();
      assertThat(view.path("worker_key").asString()).startsWith("tester-");
      assertThat(view.path("process_identity").asString())
          .startsWith(ProcessHandle.current().pid() + "-");
    }
  }

  @Test
  void a_retired_worker_stops() throws Exception {
    var queue = lab.queue(60);
    try (var worker =
        worker(queue)
            .heartbeatTtl(Duration.ofSeconds(1))
            .onTrouble(e -> {})
            .handle(job -> null)
            .start()) {
      lab.lab()
          .admin
          .post(
              "actions/retire-worker",
              TenantApi.body("worker_euid", worker.euid(), "reason", "old"))
          .ok();
      worker.awaitStop();
    }
  }

  /**
   * It goes on beating and asking, and takes nothing. It does not end: what supervises it would
   * start it anew, as a worker that nobody has stopped.
   */
  @ParameterizedTest
  @ValueSource(strings = {"drain", "disable"})
  void a_stopped_worker_takes_nothing_until_it_is_enabled(String stop) throws Exception {
    var queue = lab.queue(60);
    var refusals = new Semaphore(0);
    try (var worker =
        worker(queue)
            .onTrouble(e -> refusals.release(e instanceof WorkerStoppedException ? 1 : 0))
            .handle(job -> null)
            .start()) {
      var named = TenantApi.body("worker_euid", worker.euid(), "reason", "maintenance");
      lab.lab().admin.post("actions/" + stop + "-worker", named).ok();
      var subject = lab.enqueue(queue);
      assertThat(refusals.tryAcquire(2, 2, TimeUnit.MINUTES)).isTrue();
      assertThat(lab.lab().state(subject)).isEqualTo("READY");
      named.put("idempotency_key", TenantApi.unique("key"));
      lab.lab().admin.post("actions/enable-worker", named).ok();
      lab.awaitState(subject, "COMPLETED");
    }
  }

  @Test
  void what_cannot_work_is_told_at_once_in_one_sentence() {
    assertThatThrownBy(() -> worker("no-such-queue").handle(job -> null).start())
        .isInstanceOf(NotFoundException.class)
        .hasMessageContaining("there is no queue no-such-queue");
    assertThatThrownBy(() -> worker(lab.queue(60)).start())
        .hasMessageContaining("a worker without a handler");
    assertThatThrownBy(() -> worker("q").handle("a", job -> null).handle("a", job -> null))
        .hasMessageContaining("action a has a handler already");
    try (var nowhere =
        TaplineClient.builder().url("http://127.0.0.1:1").retryFor(Duration.ZERO).build()) {
      assertThatThrownBy(() -> nowhere.worker("x").queue("q").handle(job -> null).start())
          .isInstanceOf(UnreachableException.class);
    }
  }
}
