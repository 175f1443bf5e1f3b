package io.tapline.server.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.server.testing.ChildServer;
import io.tapline.server.testing.GoodJobs;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two servers read the events of one subscription, and one of them is killed. */
@Tag("soak")
class SubscriptionFaultsTest {

  private static final int EVENTS = 60;

  @Test
  void each_event_makes_one_job_when_one_of_two_servers_is_killed() {
    try (var tapline = TestTapline.start();
        var killed = ChildServer.start(tapline.scratch());
        var left = ChildServer.start(tapline.scratch())) {
      assertThat(left.address()).isNotEqualTo(killed.address());
      var lab = new TenantApi(tapline, "acme");
      var jobs = new GoodJobs(lab);
      var first = jobs.kind();
      var second = jobs.kind();
      lab.admin
          .post(
              GoodJobs.JOBS + "subscriptions",
              GoodJobs.subscription(second, "filter", Map.of("kind", first)))
          .ok();
      var seen = new ArrayList<String>();
      for (int i = 0; i < EVENTS; i++) {
        jobs.enqueue(first);
        lab.service.post(GoodJobs.JOBS + "succeed", GoodJobs.on(jobs.claim(first))).ok();
        if (i == EVENTS / 2) {
          // Some of the jobs are there, so both are at it.
          seen.addAll(causes(lab, second));
          killed.kill();
        }
      }
      while (seen.size() < EVENTS) {
        seen.addAll(causes(lab, second));
      }
      assertThat(seen).doesNotHaveDuplicates().hasSize(EVENTS);
      tapline.engine().sweep(tapline.tenantId("acme"));
      assertThat(
              lab.service
                  .post(GoodJobs.JOBS + "claim", GoodJobs.claiming(second))
                  .ok()
                  .path("jobs"))
          .isEmpty();
    }
  }

  /** The events of the jobs that were made; waits for one if there is none. */
  private static List<String> causes(TenantApi lab, String kind) {
    var worker =
        lab.service
            .post(
                "actions/register-worker",
                TenantApi.body(
                    "worker_key",
                    TenantApi.unique("reader"),
                    "worker_type",
                    "SERVICE",
                    "capabilities",
                    List.of("DOT"),
                    "max_concurrent_leases",
                    500))
            .ok()
            .path("worker_euid")
            .asString();
    var claims =
        lab.service
            .with("Prefer", "wait=20")
            .post(
                "actions/claim",
                TenantApi.body("worker_euid", worker, "queue_key", kind, "max_items", EVENTS))
            .ok()
            .path("claims");
    assertThat(claims).as("jobs of events").isNotEmpty();
    var causes = new ArrayList<String>();
    claims.forEach(claim -> causes.add(claim.at("/properties/job/causation_event").asString()));
    return causes;
  }
}
