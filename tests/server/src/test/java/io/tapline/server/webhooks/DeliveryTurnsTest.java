package io.tapline.server.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Delivery threads are shared among tenants. */
class DeliveryTurnsTest {

  private static final int THREADS = 4;

  private final DeliveryTurns turns =
      new DeliveryTurns(THREADS, Executors.newFixedThreadPool(THREADS));
  private final CountDownLatch slow = new CountDownLatch(1);

  @AfterEach
  void stop() {
    slow.countDown();
    turns.stop(Duration.ofMinutes(1));
  }

  private void await() {
    try {
      slow.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void a_tenant_with_many_slow_turns_leaves_threads_for_another_tenant() throws Exception {
    for (int i = 0; i < 100; i++) {
      turns.submit(1, this::await);
    }
    turns.submit(2, () -> {}).get(1, TimeUnit.MINUTES);
    turns.submit(3, () -> {}).get(1, TimeUnit.MINUTES);
  }

  @Test
  void every_turn_is_run_once_also_when_one_fails() throws Exception {
    var runs = new AtomicInteger();
    var failed =
        turns.submit(
            1,
            () -> {
              throw new IllegalStateException("as the test wants");
            });
    for (int i = 0; i < 50; i++) {
      turns.submit(1 + i % 3, runs::incrementAndGet);
    }
    turns.submit(1, () -> {}).get(1, TimeUnit.MINUTES);
    turns.submit(2, () -> {}).get(1, TimeUnit.MINUTES);
    turns.submit(3, () -> {}).get(1, TimeUnit.MINUTES);
    turns.stop(Duration.ofMinutes(1));
    assertThat(runs).hasValue(50);
    assertThat(failed).isCompletedExceptionally();
  }
}
