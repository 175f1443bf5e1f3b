package io.tapline.client.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.client.TaplineClient;
import io.tapline.client.testing.ChildWorker;
import io.tapline.client.testing.CuttableProxy;
import io.tapline.client.testing.WorkerLab;
import io.tapline.engine.testing.Await;
import io.tapline.server.Server;
import io.tapline.server.ServerSettings;
import io.tapline.server.ServerSettingsBuilder;
import io.tapline.server.testing.ChildServer;
import io.tapline.server.testing.TaplineServer;
import io.tapline.server.testing.TestTapline;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Faults while jobs are in progress: no job is lost or completed twice, a late worker is fenced,
 * and attempts are counted correctly.
 */
@SuppressWarnings("try") // Workers that only have to be there.
@Tag("soak")
@TaplineServer
class WorkerFaultsTest {

  private static final int TTL = 60;

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

  private static WorkerBuilder another(String queue) {
    return at(client, queue).handle(job -> "by another");
  }

  private static WorkerBuilder at(TaplineClient there, String queue) {
    return there
        .worker("tester")
        .queue(queue)
        .concurrency(3)
        .grace(Duration.ofSeconds(10))
        .onTrouble(e -> {})
        .stopAtExit(false);
  }

  /** Everything completed, by these attempts, and exactly once. */
  private static void completed(List<String> subjects, String... attempts) {
    for (var subject : subjects) {
      lab.awaitState(subject, "COMPLETED");
      assertThat(lab.attempts(subject)).as(subject).containsExactly(attempts);
      tapline.awaitFeed("acme");
      var done = lab.lab().operator.get("events?type=job_succeeded&subject_euid=" + subject).ok();
      assertThat(done.path("items")).as(subject).hasSize(1);
    }
  }

  private static void lapse() {
    tapline.advance(Duration.ofSeconds(TTL + 1));
  }

  @Test
  void the_work_of_a_killed_worker_is_anothers_after_its_lease() {
    var queue = lab.queue(TTL);
    var subjects = lab.enqueueMany(queue, 4);
    try (var child = ChildWorker.held(tapline.address().toString(), queue)) {
      child.awaitBegun(3);
      child.kill();
    }
    lapse();
    try (var other = another(queue).start()) {
      completed(subjects.subList(0, 3), "EXPIRED", "SUCCEEDED");
      completed(subjects.subList(3, 4), "SUCCEEDED");
    }
  }

  @Test
  void a_worker_that_was_frozen_past_its_lease_is_fenced_when_it_comes_back() {
    var queue = lab.queue(TTL);
    var subjects = lab.enqueueMany(queue, 3);
    try (var child = ChildWorker.held(tapline.address().toString(), queue)) {
      child.awaitBegun(3);
      child.freeze();
      lapse();
      try (var other = another(queue).start()) {
        completed(subjects, "EXPIRED", "SUCCEEDED");
      }
      child.thaw();
      child.go();
      child.terminate();
      assertThat(child.awaitLine("figures")).contains("completed=0", "lost=3");
      child.awaitEnd();
    }
    completed(subjects, "EXPIRED", "SUCCEEDED");
    for (var subject : subjects) {
      assertThat(lab.history(subject).at("/records/1/result_snapshot").asString())
          .isEqualTo("by another");
    }
  }

  @Test
  void sigterm_gives_work_in_flight_back_at_once_and_no_attempt_is_spent() {
    var queue = lab.queue(TTL);
    var subjects = lab.enqueueMany(queue, 3);
    try (var child = ChildWorker.held(tapline.address().toString(), queue)) {
      child.awaitBegun(3);
      try (var other = another(queue).start()) {
        child.terminate();
        completed(subjects, "CANCELED", "SUCCEEDED");
      }
      assertThat(child.awaitLine("figures")).contains("released=3", "lost=0");
      // SIGTERM's own.
      assertThat(child.awaitEnd()).isEqualTo(128 + 15);
    }
    for (var subject : subjects) {
      assertThat(lab.history(subject).at("/records/1/attempt_number").asInt()).isEqualTo(1);
    }
  }

  @Test
  void a_cut_connection_costs_nothing_when_it_is_mended_in_time() throws Exception {
    var queue = lab.queue(TTL);
    var subjects = lab.enqueueMany(queue, 3);
    var begun = new CountDownLatch(3);
    var go = new CountDownLatch(1);
    try (var cable = new CuttableProxy(tapline.address());
        var far = WorkerLab.client(cable.url());
        var worker =
            at(far, queue)
                .handle(
                    job -> {
                      begun.countDown();
                      go.await();
                      return "after the cut";
                    })
                .start()) {
      begun.await();
      cable.cut();
      go.countDown();
      var later = lab.enqueue(queue);
      cable.mend();
      completed(subjects, "SUCCEEDED");
      completed(List.of(later), "SUCCEEDED");
      assertThat(worker.figures().lost()).isZero();
    }
  }

  @Test
  void work_whose_lease_lapsed_behind_a_cut_connection_is_not_done_twice() throws Exception {
    var queue = lab.queue(TTL);
    var subjects = lab.enqueueMany(queue, 2);
    var begun = new CountDownLatch(2);
    var go = new CountDownLatch(1);
    try (var cable = new CuttableProxy(tapline.address());
        var far = WorkerLab.client(cable.url());
        var worker =
            at(far, queue)
                .handle(
                    job -> {
                      begun.countDown();
                      go.await();
                      return "too late";
                    })
                .start()) {
      begun.await();
      cable.cut();
      lapse();
      try (var other = another(queue).start()) {
        completed(subjects, "EXPIRED", "SUCCEEDED");
      }
      go.countDown();
      cable.mend();
      Await.until("it hears of its loss", () -> worker.figures().lost() == 2);
      assertThat(worker.figures().completed()).isZero();
    }
    completed(subjects, "EXPIRED", "SUCCEEDED");
  }

  @Test
  void lost_answers_lose_no_work_and_do_none_twice() {
    var queue = lab.queue(TTL);
    try (var cable = new CuttableProxy(tapline.address());
        var far = WorkerLab.client(cable.url());
        var worker = at(far, queue).handle(job -> "once").start()) {
      for (int i = 0; i < 2; i++) {
        // Whichever it hits: the claim that is waiting, or the completion.
        cable.loseAnswers(1);
        var first = lab.enqueue(queue);
        completed(List.of(first), "SUCCEEDED");
        cable.loseAnswers(2);
        completed(lab.enqueueMany(queue, 3), "SUCCEEDED");
      }
    }
  }

  @Test
  void a_completion_whose_answer_is_lost_is_sent_again_under_the_same_key() {
    var queue = lab.queue(TTL);
    var subjects = lab.enqueueMany(queue, 2);
    try (var cable = new CuttableProxy(tapline.address());
        var far = WorkerLab.client(cable.url());
        var worker =
            at(far, queue)
                .concurrency(1)
                .handle(
                    job -> {
                      // All slots are taken: the next answer is that to the completion.
                      cable.loseAnswers(1);
                      return "once";
                    })
                .start()) {
      completed(subjects, "SUCCEEDED");
      Await.until("both are acknowledged", () -> worker.figures().completed() == 2);
      assertThat(worker.figures().lost()).isZero();
    }
  }

  @Test
  void a_server_that_is_killed_and_replaced_is_found_again() throws Exception {
    var queue = lab.queue(TTL);
    var subjects = lab.enqueueMany(queue, 3);
    var begun = new CountDownLatch(3);
    var go = new CountDownLatch(1);
    try (var first = ChildServer.start(tapline.scratch());
        var cable = new CuttableProxy(first.address());
        var far = WorkerLab.client(cable.url());
        var worker =
            at(far, queue)
                .handle(
                    job -> {
                      begun.countDown();
                      go.await();
                      return "over two servers";
                    })
                .start()) {
      begun.await();
      first.kill();
      go.countDown();
      var later = lab.enqueueMany(queue, 5);
      cable.plugInto(tapline.address());
      completed(subjects, "SUCCEEDED");
      completed(later, "SUCCEEDED");
      assertThat(worker.figures().lost()).isZero();
    }
  }

  /** At its own address, as after an upgrade: nobody tells the worker anything. */
  @Test
  void a_server_that_is_restarted_is_found_again_and_lapsed_work_is_not_reported()
      throws Exception {
    var queue = lab.queue(TTL);
    var server = Server.start(TestTapline.settings(tapline.scratch()));
    int port = server.address().getPort();
    var lapsing = lab.enqueueMany(queue, 2);
    var begun = new CountDownLatch(2);
    var go = new CountDownLatch(1);
    try (var far = WorkerLab.client("http://127.0.0.1:" + port);
        var worker =
            at(far, queue)
                .handle(
                    job -> {
                      begun.countDown();
                      go.await();
                      return "over a restart";
                    })
                .start()) {
      begun.await();
      server.close();
      lapse();
      var later = lab.enqueueMany(queue, 4);
      go.countDown();
      server = Server.start(at(port));
      completed(later, "SUCCEEDED");
      completed(lapsing, "EXPIRED", "SUCCEEDED");
      Await.until("it hears of its loss", () -> worker.figures().lost() == 2);
    } finally {
      server.close();
    }
  }

  private static ServerSettings at(int port) {
    var any = TestTapline.settings(tapline.scratch());
    return ServerSettingsBuilder.builder(any).port(port).packs(List.of()).build();
  }
}
