package io.tapline.cli.exec;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.cli.testing.ChildCommand;
import io.tapline.cli.testing.CommandPrompt;
import io.tapline.cli.testing.SharedServer;
import io.tapline.client.testing.CuttableProxy;
import io.tapline.client.testing.WorkerLab;
import io.tapline.engine.testing.Await;
import io.tapline.server.testing.ChildServer;
import io.tapline.server.testing.TestTapline;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * A worker in a process of its own with work in flight, and what can happen to it: nothing is lost,
 * nothing is completed twice, the late one is fenced, attempts are right.
 */
@ExtendWith(SharedServer.class)
@Tag("soak")
class ExecFaultsTest {

  private static final TestTapline TAPLINE = SharedServer.tapline();
  private static final WorkerLab LAB = new WorkerLab(TAPLINE);
  private static final String TOKEN = "acme-service";
  private static final int TTL = 60;

  @TempDir static Path folder;

  private final WaitingPrograms programs = new WaitingPrograms(folder);

  private ChildCommand workerAt(String url, String queue, String program, String... more) {
    var arguments = new java.util.ArrayList<>(java.util.List.of("worker", "--queue", queue));
    arguments.addAll(java.util.List.of("--exec", programs.waiting(program)));
    arguments.addAll(java.util.List.of(more));
    return ChildCommand.start(url, TOKEN, arguments.toArray(String[]::new));
  }

  private ChildCommand worker(String queue, String program, String... more) {
    return workerAt(TAPLINE.address().toString(), queue, program, more);
  }

  /** Another worker does what there is. */
  private void another(String queue, String program) {
    var commandResult =
        CommandPrompt.at(TAPLINE.address(), TOKEN, folder)
            .run("worker", "--queue", queue, "--exec", programs.waiting(program), "--once")
            .ok();
    assertThat(commandResult.err()).contains("1 completed");
  }

  private static int result(String subject) {
    var records = LAB.history(subject).path("records");
    return records.get(records.size() - 1).at("/result_snapshot/attempt").asInt();
  }

  @Test
  void a_killed_worker_loses_nothing() {
    var queue = LAB.queue(TTL);
    var subject = LAB.enqueue(queue);
    try (var worker = worker(queue, "killed")) {
      programs.awaitBegun("killed", 1);
      worker.signal("KILL");
      TAPLINE.advance(Duration.ofSeconds(TTL + 1));
      programs.go("killed");
      another(queue, "killed");
    }
    assertThat(LAB.state(subject)).isEqualTo("COMPLETED");
    assertThat(LAB.attempts(subject)).containsExactly("EXPIRED", "SUCCEEDED");
    assertThat(result(subject)).isEqualTo(2);
    assertThat(LAB.attemptCount(subject)).isEqualTo(1);
  }

  @Test
  void a_worker_that_was_frozen_past_its_lease_is_fenced() {
    var queue = LAB.queue(TTL);
    var subject = LAB.enqueue(queue);
    try (var worker = worker(queue, "frozen")) {
      programs.awaitBegun("frozen", 1);
      worker.signal("STOP");
      TAPLINE.advance(Duration.ofSeconds(TTL + 1));
      programs.go("frozen");
      another(queue, "frozen");
      worker.signal("CONT");
      Await.until("the frozen one's program ends", () -> programs.begun("frozen").isEmpty());
      worker.signal("TERM");
      assertThat(worker.rest()).contains("0 completed, 0 failed, 0 released, 1 lost.");
    }
    assertThat(LAB.state(subject)).isEqualTo("COMPLETED");
    assertThat(LAB.attempts(subject)).containsExactly("EXPIRED", "SUCCEEDED");
    assertThat(result(subject)).isEqualTo(2);
  }

  @Test
  void a_cut_connection_delays_the_report_and_no_more() {
    var queue = LAB.queue(TTL);
    var subject = LAB.enqueue(queue);
    try (var cable = new CuttableProxy(TAPLINE.address());
        var worker = workerAt(cable.url(), queue, "cut")) {
      programs.awaitBegun("cut", 1);
      cable.cut();
      programs.go("cut");
      Await.until("the program ends", () -> programs.begun("cut").isEmpty());
      assertThat(LAB.state(subject)).isEqualTo("RUNNING");
      cable.mend();
      LAB.awaitState(subject, "COMPLETED");
      worker.signal("TERM");
      assertThat(worker.rest()).contains("1 completed, 0 failed, 0 released, 0 lost.");
    }
    assertThat(LAB.attempts(subject)).containsExactly("SUCCEEDED");
    assertThat(LAB.attemptCount(subject)).isZero();
  }

  @Test
  void a_server_that_restarts_finds_the_work_done_once() {
    var queue = LAB.queue(TTL);
    var subject = LAB.enqueue(queue);
    try (var first = ChildServer.start(TAPLINE.scratch());
        var cable = new CuttableProxy(first.address());
        var worker = workerAt(cable.url(), queue, "restart")) {
      programs.awaitBegun("restart", 1);
      first.kill();
      programs.go("restart");
      // Back, as another process on the same database.
      cable.plugInto(TAPLINE.address());
      LAB.awaitState(subject, "COMPLETED");
      var next = LAB.enqueue(queue);
      LAB.awaitState(next, "COMPLETED");
      worker.signal("TERM");
      assertThat(worker.rest()).contains("2 completed, 0 failed, 0 released, 0 lost.");
    }
    assertThat(LAB.attempts(subject)).containsExactly("SUCCEEDED");
    assertThat(LAB.attemptCount(subject)).isZero();
  }

  @Test
  void a_worker_that_is_stopped_gives_work_back_at_no_cost_and_leaves_no_process_behind() {
    var queue = LAB.queue(TTL);
    var subject = LAB.enqueue(queue);
    try (var worker = worker(queue, "stopped", "--grace", "0")) {
      programs.awaitBegun("stopped", 1);
      var started = programs.begun("stopped");
      worker.signal("TERM");
      assertThat(worker.rest()).contains("0 completed, 0 failed, 1 released, 0 lost.");
      Await.until("nothing is left", () -> started.stream().noneMatch(ProcessHandle::isAlive));
    }
    programs.go("stopped");
    another(queue, "stopped");
    assertThat(LAB.state(subject)).isEqualTo("COMPLETED");
    assertThat(LAB.attempts(subject)).containsExactly("CANCELED", "SUCCEEDED");
    assertThat(result(subject)).isEqualTo(1);
    assertThat(LAB.attemptCount(subject)).isZero();
  }

  @Test
  void a_stop_that_reaches_the_program_too_costs_no_attempt() {
    var queue = LAB.queue(TTL);
    var subject = LAB.enqueue(queue);
    try (var worker = worker(queue, "both")) {
      programs.awaitBegun("both", 1);
      // As Ctrl-C does, and a service manager.
      worker.signal("TERM");
      programs.begun("both").forEach(ProcessHandle::destroy);
      assertThat(worker.rest()).contains("0 completed, 0 failed, 1 released, 0 lost.");
    }
    assertThat(LAB.attempts(subject)).containsExactly("CANCELED");
    assertThat(LAB.attemptCount(subject)).isZero();
  }
}
