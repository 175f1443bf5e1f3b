package io.tapline.server.longpoll;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.server.testing.TaplineServer;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Thousands wait at once: few threads, little memory, and one piece of work for one of them. */
@Tag("soak")
@TaplineServer
class ThousandsWaitTest {

  private static final int CLIENTS = 2_000;

  private static final int MEGABYTE = 1 << 20;

  /** Their clients are in this process too. */
  private static final int MOST_MEGABYTES = 400;

  /** Tomcat's own pool is the largest part; it is there for 2 clients too. */
  private static final int MOST_THREADS = 300;

  private static TestTapline tapline;
  private static TenantApi lab;

  @BeforeAll
  static void start(TestTapline started) {
    tapline = started;
    lab = new TenantApi(tapline, "acme");
  }

  @Test
  void two_thousand_wait_and_each_piece_of_work_wakes_one() throws Exception {
    var queue = lab.queue();
    var workers = List.of(lab.worker(), lab.worker(), lab.worker(), lab.worker());
    var waitService = tapline.server().bean(WaitService.class);
    long before = usedMegabytes();
    try (var crowd = new WaitingClients(tapline.address())) {
      crowd.gather(CLIENTS, waitService::claims, "acme-service", workers, queue);
      assertThat(waitService.claims()).isEqualTo(CLIENTS);
      assertThat(usedMegabytes() - before).isLessThan(MOST_MEGABYTES);
      assertThat(Thread.activeCount()).isLessThan(MOST_THREADS);

      var woken = new HashSet<Integer>();
      for (int i = 1; i <= 5; i++) {
        var subject = lab.enqueue(queue);
        var answered = crowd.answered();
        assertThat(answered).hasSize(1);
        assertThat(woken.add(answered.get(0))).isTrue();
        assertThat(crowd.read(answered.get(0))).contains("200", subject);
        assertThat(waitService.claims()).isEqualTo(CLIENTS - i);
        assertThat(crowd.answeredNow()).isEmpty();
      }
    }
  }

  private static long usedMegabytes() {
    System.gc();
    var memory = Runtime.getRuntime();
    return (memory.totalMemory() - memory.freeMemory()) / MEGABYTE;
  }
}
