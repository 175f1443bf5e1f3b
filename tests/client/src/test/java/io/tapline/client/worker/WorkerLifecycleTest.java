package io.tapline.client.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapline.client.TaplineClient;
import io.tapline.client.error.NotFoundException;
import io.tapline.client.error.UnreachableException;
import io.tapline.client.error.WorkerStoppedException;
import io.tapline.engine.testing.Await;
import io.tapline.server.testing.TaplineServer;
import io.tapline.server.testing.TenantApi;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Start, lease renewal, lease loss and stop of a worker on a healthy server. */
@SuppressWarnings("try") // Workers that only have to be there.
@TaplineServer
class WorkerLifecycleTest extends WorkersOnServer {

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
        .hasMessageContaining("the worker has no handler");
    assertThatThrownBy(() -> worker("q").handle("a", job -> null).handle("a", job -> null))
        .hasMessageContaining("action a has a handler already");
    try (var nowhere =
        TaplineClient.builder().url("http://127.0.0.1:1").retryFor(Duration.ZERO).build()) {
      assertThatThrownBy(() -> nowhere.worker("x").queue("q").handle(job -> null).start())
          .isInstanceOf(UnreachableException.class);
    }
  }
}
