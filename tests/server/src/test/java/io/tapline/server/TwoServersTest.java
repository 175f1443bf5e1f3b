package io.tapline.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.engine.check.InvariantChecker;
import io.tapline.server.testing.ChildServer;
import io.tapline.server.testing.HttpApi;
import io.tapline.server.testing.TaplineServer;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Two servers on one database, with nothing to tell them of each other. */
@TaplineServer
class TwoServersTest {

  private static final int CLAIMERS = 64;
  private static final int SUBJECTS = 1_000;
  private static final int LAPSES = 100;

  private static TestTapline tapline;

  @BeforeAll
  static void start(TestTapline started) {
    tapline = started;
  }

  @Test
  void of_64_claimers_over_both_none_gets_what_another_has() throws Exception {
    var lab = new TenantApi(tapline, "acme");
    // Longer than all of it takes on any machine: what lapses may be claimed again.
    var queue = lab.queue(3_600);
    var subjects = enqueue(lab, queue, SUBJECTS);
    try (var other = ChildServer.start(tapline.scratch())) {
      var servers = List.of(lab.service, other.as("acme-service"));
      var claimed = new ConcurrentLinkedQueue<JsonNode>();
      atOnce(CLAIMERS, number -> claimAll(servers.get(number % 2), lab.worker(), queue, claimed));

      assertThat(claimed.stream().map(claim -> claim.path("subject_euid").asString()))
          .containsExactlyInAnyOrderElementsOf(subjects);
      assertThat(claimed.stream().map(claim -> claim.path("fencing_token").asLong()))
          .doesNotHaveDuplicates();
    }
    assertThat(new InvariantChecker(tapline.engine()).check(tapline.tenantId("acme"))).isEmpty();
  }

  private static void claimAll(
      HttpApi server, String worker, String queue, Queue<JsonNode> claimed) {
    JsonNode claims;
    do {
      var body = TenantApi.body("worker_euid", worker, "queue_key", queue, "max_items", 3);
      claims = server.post("actions/claim", body).ok().path("claims");
      claims.forEach(claimed::add);
    } while (!claims.isEmpty());
  }

  @Test
  void a_sweep_by_both_at_once_settles_each_lapse_once() throws Exception {
    // A tenant without the leases of the other test, which lapse too when time moves.
    var lab = new TenantApi(tapline, "other");
    var queue = lab.queue();
    var subjects = enqueue(lab, queue, LAPSES);
    assertThat(lab.claim(lab.worker(), queue, LAPSES).size()).isEqualTo(LAPSES);
    tapline.advance(Duration.ofMinutes(2));
    long tenant = tapline.tenantId("other");
    try (var other = Server.start(TestTapline.settings(tapline.scratch()))) {
      var engines = List.of(tapline.engine(), other.engine());
      atOnce(4, number -> engines.get(number % 2).sweep(tenant));
    }
    for (var subject : subjects) {
      var history = lab.operator.get("subjects/" + subject + "/history").ok();
      assertThat(history.path("leases").findValuesAsString("status")).containsExactly("EXPIRED");
      assertThat(history.path("actions").findValuesAsString("action_key"))
          .containsExactly("enqueue_subject", "claim_queue_item", "expire_queue_lease");
      assertThat(
              lab.operator.get("subjects/" + subject).ok().at("/execution/attempt_count").asInt())
          .isOne();
    }
    assertThat(new InvariantChecker(tapline.engine()).check(tenant)).isEmpty();
  }

  private static List<String> enqueue(TenantApi lab, String queue, int count) {
    var items = new ArrayList<Map<String, Object>>();
    for (int i = 0; i < count; i++) {
      items.add(TenantApi.body("queue_key", queue, "template_code", "data/execution/task/1.0"));
    }
    return lab.operator
        .post("actions/enqueue", Map.of("items", items))
        .ok()
        .path("items")
        .valueStream()
        .map(item -> item.at("/answer/subject_euid").asString())
        .toList();
  }

  private interface Numbered {
    void run(int number) throws Exception;
  }

  private static void atOnce(int count, Numbered work) throws Exception {
    var ready = new CyclicBarrier(count);
    var pool = Executors.newFixedThreadPool(count);
    try {
      var tasks = new ArrayList<Callable<Void>>();
      for (int i = 0; i < count; i++) {
        int number = i;
        tasks.add(
            () -> {
              ready.await();
              work.run(number);
              return null;
            });
      }
      for (var done : pool.invokeAll(tasks)) {
        done.get();
      }
    } finally {
      pool.shutdownNow();
    }
  }
}
