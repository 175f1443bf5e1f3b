package io.tapline.testkit.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapline.api.ErrorClass;
import io.tapline.client.error.ForbiddenException;
import io.tapline.client.error.NotFoundException;
import io.tapline.client.worker.JobException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** A server for tests: queues are drained, time is moved, subjects are asserted on. */
@ServerTest
class ScratchServerTest {

  private static ScratchServer tapline;

  @BeforeAll
  static void server(ScratchServer server) {
    tapline = server;
  }

  @Test
  void what_is_due_is_handled_by_a_real_worker_and_completed() {
    var queue = tapline.queue();
    var first = tapline.enqueue(queue, Map.of("sample", "S-1"));
    var second = tapline.enqueue(queue, Map.of("sample", "S-2"));
    var samples = new ConcurrentLinkedQueue<String>();
    var drained =
        tapline.drain(queue, job -> samples.add(job.properties().path("sample").asString()));
    assertThat(drained).isEqualTo(new Drained(2, 0));
    assertThat(samples).containsExactly("S-1", "S-2");
    tapline
        .assertThat(first)
        .isCompleted()
        .hasAttempts("SUCCEEDED")
        .hasSpentAttempts(0)
        .hasEvents("job_enqueued", "job_claimed", "job_started", "job_succeeded");
    tapline.assertThat(second).isCompleted();
  }

  @Test
  void time_stands_still_unless_it_is_asked_to_move() {
    var queue = tapline.queue();
    var subject = tapline.enqueue(queue, Map.of());
    assertThat(tapline.drain(queue, job -> fail("broken"))).isEqualTo(new Drained(0, 1));
    tapline
        .assertThat(subject)
        .isIn("FAILED_RETRYABLE")
        .isInQueue(queue)
        .waitsBecause("retry_window_not_reached");
    assertThat(tapline.drainAdvancing(queue, job -> fail("broken"))).isEqualTo(new Drained(0, 2));
    tapline
        .assertThat(subject)
        .isDeadLettered()
        .hasSpentAttempts(3)
        .hasAttempts("FAILED_RETRYABLE", "FAILED_RETRYABLE", "FAILED_TERMINAL")
        .hasEvent("job_dead_lettered");
  }

  @Test
  void work_that_is_not_ready_yet_is_waited_for_without_waiting() {
    var queue = tapline.queue(Map.of("required_worker_capabilities", List.of("cuda")));
    var later = tapline.now().plus(Duration.ofDays(1));
    var subject =
        tapline
            .operator()
            .http()
            .post(
                "actions/enqueue",
                Map.of(
                    "queue_key",
                    queue,
                    "template_code",
                    ScratchServer.TASK,
                    "ready_at",
                    later.toString()))
            .path("subject_euid")
            .asString();
    assertThat(tapline.drain(queue, job -> null)).isEqualTo(new Drained(0, 0));
    assertThat(tapline.drainAdvancing(queue, job -> null)).isEqualTo(new Drained(1, 0));
    tapline.assertThat(subject).isCompleted();
    assertThat(tapline.now()).isAfterOrEqualTo(later);
  }

  @Test
  void there_is_a_client_for_each_role() {
    var queue = tapline.queue();
    assertThat(tapline.human().http().get("queues/" + queue).path("queue_key").asString())
        .isEqualTo(queue);
    assertThatThrownBy(
            () ->
                tapline.operator().http().post("actions/create-queue", Map.of("queue_key", "mine")))
        .isInstanceOf(ForbiddenException.class);
  }

  @Test
  void assertions_that_do_not_hold_say_what_is_there() {
    var queue = tapline.queue();
    var subject = tapline.enqueue(queue, Map.of());
    assertThatThrownBy(() -> tapline.assertThat(subject).isCompleted())
        .isInstanceOf(AssertionError.class)
        .hasMessage(
            "job %s: expected state COMPLETED, but found READY; it is READY after"
                + " [job_enqueued]",
            subject);
    var ready = tapline.assertThat(subject);
    fails(() -> ready.isInQueue("elsewhere"));
    fails(() -> ready.waitsBecause("active_hold"));
    fails(ready::isDeadLettered);
    fails(() -> ready.hasSpentAttempts(1));
    fails(() -> ready.hasAttempts("STARTED"));
    fails(() -> ready.hasEvents());
    fails(() -> ready.hasEvent("job_claimed"));
  }

  @Test
  void an_unknown_queue_or_subject_is_told_so() {
    assertThatThrownBy(() -> tapline.drain("nowhere", job -> null))
        .isInstanceOf(NotFoundException.class)
        .hasMessageContaining("nowhere");
    assertThatThrownBy(() -> tapline.assertThat("Z-XX-1")).isInstanceOf(NotFoundException.class);
  }

  @Test
  void a_class_path_without_the_server_is_told_so() {
    assertThatThrownBy(() -> ServerProcess.requireServer("io.tapline.server.NotThere"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            "There is no Tapline server on the class path of the tests: add the dependency"
                + " io.tapline:tapline-server in scope test.");
  }

  @Nested
  class Elsewhere {
    @Test
    void all_classes_share_one_server(ScratchServer server) {
      assertThat(server).isSameAs(tapline);
    }
  }

  private static void fails(Runnable assertion) {
    assertThatThrownBy(assertion::run).isInstanceOf(AssertionError.class);
  }

  private static Object fail(String why) {
    throw new JobException(ErrorClass.TRANSIENT_SYSTEM, "BROKEN", why);
  }
}
