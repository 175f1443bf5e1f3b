package io.tapline.client.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.ErrorClass;
import io.tapline.engine.testing.Await;
import io.tapline.server.testing.TaplineServer;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/**
 * Handlers of a worker over real HTTP, while nothing is wrong with the server: what they are given,
 * and what becomes of their results. What every runtime does, in any language, is in {@code
 * WorkerCases}.
 */
@SuppressWarnings("try") // Workers that only have to be there.
@TaplineServer
class WorkerHandlersTest extends WorkersOnServer {

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
            "permanent", new PermanentFailure("NO_PLATE", "there is no such plate"),
            "known", new JobException(ErrorClass.BUSINESS_RULE_HOLD, "QC", "look at it"),
            "own", new ArithmeticException("\u0000/ by zero"));
    var subjects = new java.util.HashMap<String, String>();
    for (var action : cases.keySet()) {
      subjects.put(action, lab.enqueue(queue, "next_action_key", action, "max_attempts", 1));
    }
    var unknown = lab.enqueue(queue, "next_action_key", "nobody's", "max_attempts", 1);
    var builder =
        worker(queue)
            .errorClass(ArithmeticException.class, ErrorClass.PERMANENT_STATE)
            .errorClass(IllegalStateException.class, ErrorClass.TRANSIENT_CAPACITY);
    cases.forEach(
        (action, thrown) ->
            builder.handle(
                action,
                job -> {
                  throw thrown;
                }));
    try (var worker = builder.start()) {
      Await.until("all have failed", () -> worker.figures().failed() == 7);
    }
    assertThat(error(subjects.get("bad"))).isEqualTo("TRANSIENT_SYSTEM no such plate");
    assertThat(error(subjects.get("permanent")))
        .isEqualTo("PERMANENT_INPUT there is no such plate");
    assertThat(error(subjects.get("away"))).isEqualTo("TRANSIENT_DEPENDENCY no route");
    assertThat(error(subjects.get("odd"))).isEqualTo("TRANSIENT_CAPACITY hm");
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
}
