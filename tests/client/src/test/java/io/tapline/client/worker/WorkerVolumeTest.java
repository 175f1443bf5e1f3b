package io.tapline.client.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.client.testing.ChildWorker;
import io.tapline.client.testing.WorkerLab;
import io.tapline.server.testing.TestTapline;
import org.junit.jupiter.api.Test;

/**
 * Much work through one worker process. {@code -Dtapline.volume=100000} takes a minute or more; the
 * suite makes do with less.
 */
class WorkerVolumeTest {

  private static final int PIECES = Integer.getInteger("tapline.volume", 3_000);

  /**
   * Classes that are loaded late, buffers and caches that fill up: not what grows with the work.
   */
  private static final long NOISE = 4 * 1024 * 1024;

  @Test
  void a_worker_does_not_grow_with_the_work_it_has_done() {
    try (var tapline = TestTapline.start()) {
      var lab = new WorkerLab(tapline);
      var queue = lab.queue(600);
      lab.enqueueMany(queue, PIECES);
      try (var child =
          ChildWorker.free(tapline.address().toString(), queue, Math.max(1_000, PIECES / 10))) {
        long early = Long.parseLong(child.awaitLine("heap"));
        long late = Long.parseLong(child.awaitLine("heap"));
        assertThat(child.awaitLine("figures"))
            .contains("claimed=" + PIECES + ",", "completed=" + PIECES + ",", "lost=0");
        assertThat(late - early).isLessThan(NOISE);
        assertThat(child.awaitEnd()).isZero();
      }
      assertThat(lab.lab().admin.get("queues/" + queue).ok().path("queue_depth").asInt()).isZero();
    }
  }
}
