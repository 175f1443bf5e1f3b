package io.tapline.server.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.server.testing.GoodJobs;
import io.tapline.server.testing.TaplineServer;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Subscriptions over HTTP: registered, listed, retired. */
@TaplineServer
class SubscriptionOverHttpTest {

  private static final String SUBSCRIPTIONS = GoodJobs.JOBS + "subscriptions";

  private static TestTapline tapline;
  private static TenantApi lab;
  private static GoodJobs jobs;

  @BeforeAll
  static void start(TestTapline started) {
    tapline = started;
    lab = new TenantApi(tapline, "acme");
    jobs = new GoodJobs(lab);
  }

  private static void succeed(String kind) {
    jobs.enqueue(kind);
    lab.service.post(GoodJobs.JOBS + "succeed", GoodJobs.on(jobs.claim(kind))).ok();
  }

  private static void sweep() {
    tapline.awaitFeed("acme");
    tapline.engine().sweep(tapline.tenantId("acme"));
  }

  @Test
  void a_job_that_succeeds_makes_another_until_the_subscription_is_retired() {
    var first = jobs.kind();
    var second = jobs.kind();
    var request = GoodJobs.subscription(second, "filter", Map.of("kind", first));
    var made = lab.admin.post(SUBSCRIPTIONS, request).ok();
    assertThat(lab.admin.post(SUBSCRIPTIONS, request).ok().path("replayed").asBoolean()).isTrue();
    var id = made.path("subscription_id").asString();
    assertThat(lab.operator.get(SUBSCRIPTIONS).ok().path("items"))
        .anyMatch(one -> one.path("subscription_id").asString().equals(id));
    succeed(first);
    sweep();
    var spawned = jobs.claim(second);
    assertThat(spawned.path("domain").asString()).isEqualTo("staging");
    assertThat(spawned.path("enqueued_by").asString()).isNotEmpty();
    assertThat(spawned.path("causation_event").asString()).isNotEmpty();
    lab.admin.post(SUBSCRIPTIONS + "/" + id + "/retire", TenantApi.body("reason", "enough")).ok();
    succeed(first);
    sweep();
    assertThat(
            lab.service.post(GoodJobs.JOBS + "claim", GoodJobs.claiming(second)).ok().path("jobs"))
        .isEmpty();
    assertThat(lab.operator.get(SUBSCRIPTIONS + "?status=RETIRED").ok().path("items"))
        .anyMatch(one -> one.path("subscription_id").asString().equals(id));
  }

  @Test
  void an_event_may_be_called_by_the_name_that_consumers_of_jobs_know() {
    var first = jobs.kind();
    var second = jobs.kind();
    var request = GoodJobs.subscription(second, "filter", Map.of("kind", first));
    request.put("event_type", "dot.job.succeeded");
    var made = lab.admin.post(SUBSCRIPTIONS, request).ok().path("subscription_id");
    assertThat(lab.operator.get(SUBSCRIPTIONS).ok().path("items"))
        .filteredOn(one -> one.path("subscription_id").equals(made))
        .singleElement()
        .satisfies(one -> assertThat(one.path("event_type").asString()).isEqualTo("job_succeeded"));
    succeed(first);
    sweep();
    assertThat(jobs.claim(second).path("causation_event").asString()).isNotEmpty();
    request.put("event_type", "dot.job.sneezed");
    assertThat(lab.admin.post(SUBSCRIPTIONS, request).field()).isEqualTo("event_type");
  }

  @Test
  void what_makes_no_sense_is_refused_by_its_field() {
    var kind = jobs.kind();
    var own = GoodJobs.subscription(kind, "filter", Map.of("kind", kind));
    assertThat(lab.admin.post(SUBSCRIPTIONS, own).field()).isEqualTo("filter.kind");
    var beats = GoodJobs.subscription(kind);
    beats.put("event_type", "job_heartbeat");
    assertThat(lab.admin.post(SUBSCRIPTIONS, beats).field()).isEqualTo("event_type");
    var data = GoodJobs.subscription(kind);
    data.put("job", with(GoodJobs.job(kind), "safe_payload", Map.of("body", "x")));
    assertThat(lab.admin.post(SUBSCRIPTIONS, data).problem()).isEqualTo("PAYLOAD_REFUSED");
    var timed = GoodJobs.subscription(kind);
    timed.put("job", with(GoodJobs.job(kind), "deadline_at", "2030-01-01T00:00:00Z"));
    assertThat(lab.admin.post(SUBSCRIPTIONS, timed).field()).isEqualTo("job.deadline_at");
    var nowhere = GoodJobs.subscription("no-such-kind");
    assertThat(lab.admin.post(SUBSCRIPTIONS, nowhere).problem()).isEqualTo("NOT_FOUND");
    assertThat(lab.operator.post(SUBSCRIPTIONS, GoodJobs.subscription(kind)).problem())
        .isEqualTo("FORBIDDEN");
    assertThat(
            lab.admin
                .post(SUBSCRIPTIONS + "/Z-SX-10/retire", TenantApi.body("reason", "enough"))
                .problem())
        .isEqualTo("NOT_FOUND");
  }

  private static Map<String, Object> with(Map<String, Object> job, String name, Object value) {
    job.remove("idempotency_key");
    job.put(name, value);
    return job;
  }
}
