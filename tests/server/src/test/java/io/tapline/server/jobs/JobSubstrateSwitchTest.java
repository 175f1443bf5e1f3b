package io.tapline.server.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.server.testing.GoodJobs;
import io.tapline.server.testing.TaplineServer;
import io.tapline.server.testing.TenantApi;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The switch of the job substrate over HTTP, and its health. */
@TaplineServer
class JobSubstrateSwitchTest extends JobsOnServer {

  @Test
  void health_says_in_json_what_the_function_says_in_sql() {
    // Jobs of other tests lapse and become due before the count, not during it.
    tapline.advance(Duration.ofHours(3));
    var before = lab.operator.get(JOBS + "health").ok();
    var kind = jobs.kind();
    jobs.enqueue(kind);
    jobs.enqueue(kind);
    jobs.claim(kind);
    var after = lab.operator.get(JOBS + "health").ok();
    assertThat(after.path("backlog").asInt() - before.path("backlog").asInt()).isEqualTo(1);
    assertThat(after.path("in_progress").asInt() - before.path("in_progress").asInt()).isEqualTo(1);
    assertThat(after.path("lease_active").asInt() - before.path("lease_active").asInt())
        .isEqualTo(1);
    assertThat(after.propertyNames())
        .containsExactlyInAnyOrder(
            "enabled",
            "backlog",
            "in_progress",
            "dead_letter_open",
            "oldest_queued_age_s",
            "lease_active");
    var own =
        lab.operator
            .get(JOBS + "kinds")
            .ok()
            .path("items")
            .valueStream()
            .filter(one -> one.path("kind").asString("").equals(kind))
            .findFirst()
            .orElseThrow();
    assertThat(own.path("backlog").asInt()).isEqualTo(1);
    assertThat(own.path("in_progress").asInt()).isEqualTo(1);
    assertThat(own.path("dead_letter_open").asInt()).isZero();
  }

  @Test
  void the_switch_stops_new_work_and_sweeps_while_work_in_flight_finishes() {
    var other = new TenantApi(tapline, "other");
    var there = new GoodJobs(other);
    var kind = there.kind();
    var late = there.enqueue(kind, "deadline_at", now().plusSeconds(600).toString());
    var inFlight = there.claim(kind);
    var lapsing = there.enqueue(kind);
    there.claim(kind);
    var key = GoodJobs.job(kind);
    other.operator.post(JOBS + "enqueue", key).ok();
    var brief = TenantApi.unique("brief");
    other
        .admin
        .post(JOBS + "kinds", TenantApi.body("kind", brief, "executor", "DOT", "retention_days", 0))
        .ok();
    var finished = there.enqueue(brief);
    other.service.post(JOBS + "succeed", GoodJobs.on(there.claim(brief))).ok();
    flip(other, false);
    assertThat(other.operator.post(JOBS + "cleanup-sweep", null).ok().path("touched").asInt())
        .isZero();

    var refused = other.operator.post(JOBS + "enqueue", GoodJobs.job(kind));
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.problem()).isEqualTo("SUBSTRATE_DISABLED");
    assertThat(refused.json().path("refused").asBoolean()).isTrue();
    assertThat(refused.json().path("reason").asString()).isEqualTo("job_substrate_disabled");
    assertThat(
            other
                .operator
                .post(
                    "actions/enqueue",
                    TenantApi.body("queue_key", kind, "template_code", "data/execution/task/1.0"))
                .problem())
        .isEqualTo("SUBSTRATE_DISABLED");
    assertThat(other.operator.post(JOBS + "enqueue", key).ok().path("replayed").asBoolean())
        .isTrue();
    other.service.post(JOBS + "progress", GoodJobs.on(inFlight)).ok();
    other.service.post(JOBS + "fail-transient", GoodJobs.on(inFlight)).ok();

    tapline.advance(Duration.ofMinutes(11));
    tapline.engine().sweep(tapline.tenantId("other"));
    assertThat(state(other, late)).isEqualTo("FAILED_RETRYABLE");
    assertThat(other.operator.get("leases?status=ACTIVE").ok().path("items"))
        .as("lapses are settled all the same")
        .isEmpty();
    assertThat(state(other, lapsing)).isEqualTo("READY");

    assertThat(other.operator.post(JOBS + "cleanup-sweep", null).ok().path("touched").asInt())
        .isZero();

    flip(other, true);
    assertThat(other.operator.post(JOBS + "cleanup-sweep", null).ok().path("touched").asInt())
        .isOne();
    assertThat(
            other
                .operator
                .get(JOBS + finished.path("job_id").asString())
                .ok()
                .path("status")
                .asString())
        .isEqualTo("cleaned");
    tapline.engine().sweep(tapline.tenantId("other"));
    assertThat(state(other, late)).isEqualTo("FAILED_TERMINAL");
    there.enqueue(kind);
    assertThat(
            other
                .operator
                .post(JOBS + "switch", TenantApi.body("enabled", false, "reason", "may I"))
                .problem())
        .isEqualTo("FORBIDDEN");
  }

  @Test
  void anyone_can_read_how_the_switch_stands_and_who_turned_it_why() {
    var untouched = lab.service.get(JOBS + "switch").ok();
    assertThat(untouched.path("enabled").asBoolean()).isTrue();
    assertThat(untouched.path("setting_key").asString()).isEqualTo("queue.job_substrate.enabled");
    assertThat(untouched.path("changed_by").isNull()).isTrue();
    var still = new TenantApi(tapline, "other");
    var revision = still.service.get(JOBS + "switch").ok().path("revision").asInt();
    flip(still, false);
    var off = still.service.get(JOBS + "switch").ok();
    assertThat(off.path("enabled").asBoolean()).isFalse();
    assertThat(off.path("changed_by"))
        .isEqualTo(still.admin.get("/api/v1/me").ok().path("principal"));
    assertThat(off.path("reason").asString()).isEqualTo("a drill");
    assertThat(Instant.parse(off.path("changed_at").asString())).isBeforeOrEqualTo(now());
    assertThat(still.operator.get(JOBS + "health").ok().path("enabled").asBoolean()).isFalse();
    assertThat(lab.operator.get(JOBS + "health").ok().path("enabled").asBoolean())
        .as("each tenant has its own")
        .isTrue();
    flip(still, true);
    assertThat(still.operator.get(JOBS + "health").ok().path("enabled").asBoolean()).isTrue();
    assertThat(still.service.get(JOBS + "switch").ok().path("revision").asInt())
        .isEqualTo(revision + 2);
  }

  private static void flip(TenantApi who, boolean on) {
    var body = TenantApi.body("enabled", on, "reason", "a drill");
    assertThat(who.admin.post(JOBS + "switch", body).ok().path("enabled").asBoolean())
        .isEqualTo(on);
  }

  private static String state(TenantApi who, JsonNode job) {
    return who.state(job.path("job_id").asString());
  }
}
