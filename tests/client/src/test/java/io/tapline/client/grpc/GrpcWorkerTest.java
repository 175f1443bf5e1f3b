package io.tapline.client.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.MethodDescriptor;
import io.tapline.api.ErrorClass;
import io.tapline.api.WorkerType;
import io.tapline.api.request.Claim;
import io.tapline.api.request.RegisterWorkerBuilder;
import io.tapline.client.error.NotFoundException;
import io.tapline.client.error.UnauthenticatedException;
import io.tapline.client.testing.WorkerLab;
import io.tapline.client.worker.ClaimedSubject;
import io.tapline.client.worker.Job;
import io.tapline.client.worker.JobException;
import io.tapline.client.worker.Worker;
import io.tapline.client.worker.WorkerBuilder;
import io.tapline.engine.testing.Await;
import io.tapline.server.testing.TaplineServer;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The worker runtime receives its jobs over gRPC and behaves as over HTTP. */
@SuppressWarnings("try") // Workers that only have to be there.
@TaplineServer(grpc = true)
class GrpcWorkerTest {

  private static TestTapline tapline;
  private static WorkerLab lab;
  private static GrpcWorkPort port;

  @BeforeAll
  static void start(TestTapline started) {
    tapline = started;
    lab = new WorkerLab(tapline);
    port = port("acme-service");
  }

  @AfterAll
  static void stop() {
    port.close();
  }

  private static GrpcWorkPort port(String token) {
    return GrpcWorkPort.plain("127.0.0.1:" + tapline.server().grpcPort(), token);
  }

  private static WorkerBuilder worker(String queue) {
    return Worker.builder("streamed", port)
        .queue(queue)
        .grace(Duration.ofSeconds(10))
        .stopAtExit(false);
  }

  @Test
  void a_handler_is_told_the_trace_and_the_correlation_of_its_work_over_a_stream_too() {
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
  void all_work_is_done_once_and_its_results_are_kept() {
    var queue = lab.queue(60);
    var subjects = lab.enqueueMany(queue, 300);
    try (var worker =
        worker(queue)
            .concurrency(20)
            .handle(job -> Map.of("number", job.properties().path("number").asInt()))
            .start()) {
      Await.until("all are done", () -> worker.figures().completed() == 300);
      // An idle worker is given what comes later.
      var one = lab.enqueue(queue);
      lab.awaitState(one, "COMPLETED");
      // The server knows before the worker hears that it does.
      Await.until("its slot is free again", () -> worker.inFlight() == 0);
    }
    for (int i = 0; i < 300; i += 50) {
      assertThat(lab.attempts(subjects.get(i))).containsExactly("SUCCEEDED");
      var record = lab.history(subjects.get(i)).path("records").get(0);
      assertThat(record.at("/result_snapshot/number").asInt()).isEqualTo(i);
    }
  }

  @Test
  void a_worker_of_several_queues_receives_the_jobs_of_each_and_of_no_other() {
    var first = lab.queue(60);
    var second = lab.queue(60);
    var other = lab.enqueue(lab.queue(60));
    try (var worker = worker(first).queue(second).handle(job -> null).start()) {
      var one = lab.enqueue(first);
      var two = lab.enqueue(second);
      lab.awaitState(one, "COMPLETED");
      lab.awaitState(two, "COMPLETED");
      assertThat(lab.state(other)).isEqualTo("READY");
    }
  }

  @Test
  void failures_progress_and_cancellation_come_through() throws Exception {
    // Told with its renewal, after a third of it; the rest is for a machine that stands still.
    var queue = lab.queue(9);
    var held = lab.enqueue(queue, "next_action_key", "hold");
    var cancelled = lab.enqueue(queue, "next_action_key", "wait");
    try (var worker =
        worker(queue)
            .concurrency(2)
            .handle(
                "hold",
                job -> {
                  throw new JobException(ErrorClass.BUSINESS_RULE_HOLD, "QC", "look at it");
                })
            .handle(
                "wait",
                job -> {
                  var told = new CountDownLatch(1);
                  job.onCancel(why -> told.countDown());
                  job.progress(0.5, "half");
                  told.await();
                  job.throwIfCancelled();
                  return null;
                })
            .start()) {
      lab.awaitState(held, "HELD");
      Await.until(
          "half is seen",
          () -> lab.subject(cancelled).at("/active_lease/progress/fraction").asDouble(0) == 0.5);
      lab.lab()
          .operator
          .post(
              "actions/cancel",
              TenantApi.body("subject_euid", cancelled, "mode", "soft", "reason", "not needed"))
          .ok();
      lab.awaitState(cancelled, "CANCELED");
    }
  }

  @Test
  void shutdown_gives_work_back_and_no_attempt_is_spent() throws Exception {
    var queue = lab.queue(60);
    var subject = lab.enqueue(queue);
    var begun = new CountDownLatch(1);
    var worker =
        worker(queue)
            .handle(
                job -> {
                  begun.countDown();
                  new CountDownLatch(1).await();
                  return null;
                })
            .start();
    begun.await();
    worker.stop(Duration.ZERO);
    assertThat(lab.state(subject)).isEqualTo("FAILED_RETRYABLE");
    assertThat(lab.attemptCount(subject)).isZero();
    try (var another = worker(queue).handle(job -> null).start()) {
      lab.awaitState(subject, "COMPLETED");
    }
  }

  @Test
  void one_stream_lasts_for_all_claims() {
    var opened = new AtomicInteger();
    var channel =
        Grpc.newChannelBuilder(
                "127.0.0.1:" + tapline.server().grpcPort(), InsecureChannelCredentials.create())
            .intercept(new StreamCounter(opened))
            .build();
    var queue = lab.queue(60);
    try (var counted = new GrpcWorkPort(channel, "acme-service");
        var worker =
            Worker.builder("lasting", counted)
                .queue(queue)
                .grace(Duration.ofSeconds(10))
                .stopAtExit(false)
                .concurrency(2)
                .handle(job -> null)
                .start()) {
      // One after the other, so that there is a claim for each.
      for (int i = 0; i < 5; i++) {
        lab.awaitState(lab.enqueue(queue), "COMPLETED");
      }
      lab.enqueueMany(queue, 20);
      Await.until("all are done", () -> worker.figures().completed() == 25);
      assertThat(opened).hasValue(1);
    }
  }

  @Test
  void a_wish_that_ends_without_work_leaves_nothing_behind_it() {
    var queue = lab.queue(60);
    var euid =
        port.register(
            RegisterWorkerBuilder.builder()
                .workerKey(TenantApi.unique("patient"))
                .workerType(WorkerType.SERVICE)
                .maxConcurrentLeases(5)
                .heartbeatTtlSeconds(60)
                .build());
    for (int i = 0; i < 3; i++) {
      var nothing = Claim.batch("nothing-" + i, euid, queue, 3, true);
      assertThat(port.claim(nothing, Duration.ZERO)).isEmpty();
    }
    var subject = lab.enqueue(queue);
    // Ready jobs arrive without patience too.
    var wish = Claim.batch("something", euid, queue, 1, true);
    assertThat(port.claim(wish, Duration.ZERO))
        .extracting(ClaimedSubject::subjectEuid)
        .containsExactly(subject);
  }

  private record StreamCounter(AtomicInteger opened) implements ClientInterceptor {
    @Override
    public <Q, R> ClientCall<Q, R> interceptCall(
        MethodDescriptor<Q, R> method, CallOptions options, Channel next) {
      if (method.getBareMethodName().equals("Work")) {
        opened.incrementAndGet();
      }
      return next.newCall(method, options);
    }
  }

  @Test
  void what_cannot_work_is_told_at_once() {
    assertThatThrownBy(() -> worker("no-such-queue").handle(job -> null).start())
        .isInstanceOf(NotFoundException.class)
        .hasMessageContaining("no-such-queue");
    try (var stranger = port("not-a-token")) {
      assertThatThrownBy(() -> stranger.requireQueue("any"))
          .isInstanceOf(UnauthenticatedException.class);
    }
  }
}
