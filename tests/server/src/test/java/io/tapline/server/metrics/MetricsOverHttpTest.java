package io.tapline.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.engine.testing.Await;
import io.tapline.server.testing.TaplineServer;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The values of /metrics match the actions, and only permitted callers can read them. */
@TaplineServer
class MetricsOverHttpTest {

  private static TestTapline tapline;
  private static TenantApi lab;

  @BeforeAll
  static void start(TestTapline started) {
    tapline = started;
    lab = new TenantApi(tapline, "acme");
  }

  private static MetricsScrape scrape() {
    return MetricsScrape.of(tapline, "acme-admin");
  }

  private static String held(String queue) {
    var subject = lab.enqueue(queue);
    lab.operator
        .post(
            "actions/hold",
            TenantApi.body("subject_euid", subject, "hold_code", "QC", "reason", "look at it"))
        .ok();
    return subject;
  }

  @Test
  void the_kill_switch_is_a_gauge_of_its_tenant() {
    var path = "/api/v1/jobs/switch";
    assertThat(scrape().sum("tapline_new_work_enabled", "acme")).isEqualTo(1);
    lab.admin.post(path, TenantApi.body("enabled", false, "reason", "a drill")).ok();
    assertThat(scrape().sum("tapline_new_work_enabled", "acme")).isZero();
    lab.admin.post(path, TenantApi.body("enabled", true, "reason", "it is over")).ok();
  }

  @Test
  void the_sixteen_of_a_queue() {
    var queue = lab.queue();
    var worker = lab.worker();
    for (int i = 0; i < 5; i++) {
      lab.enqueue(queue);
    }
    var done = lab.claimOne(worker, queue);
    lab.service.post("actions/complete", TenantApi.on(worker, done)).ok();
    var again = lab.claimOne(worker, queue);
    lab.service.post("actions/fail", TenantApi.on(worker, again, "retryable", true)).ok();
    var dead = lab.claimOne(worker, queue);
    lab.service.post("actions/fail", TenantApi.on(worker, dead, "retryable", false)).ok();
    var leased = lab.claimOne(worker, queue);
    lab.service
        .post(
            "actions/claim",
            TenantApi.body("worker_euid", worker, "subject_euid", leased.path("subject_euid")))
        .problem();
    var replayed = TenantApi.on(worker, leased);
    lab.service.post("actions/renew-lease", replayed).ok();
    lab.service.post("actions/renew-lease", replayed).ok();

    var scrape = scrape();
    var expected =
        Map.ofEntries(
            Map.entry("queue_depth", 1.0),
            Map.entry("active_leases", 1.0),
            Map.entry("expired_leases_total", 0.0),
            Map.entry("retryable_failures_total", 1.0),
            Map.entry("terminal_failures_total", 1.0),
            Map.entry("throughput_success_per_minute", 0.2),
            Map.entry("throughput_failure_per_minute", 0.4),
            Map.entry("dead_letter_count", 1.0),
            Map.entry("held_count", 0.0),
            Map.entry("claim_conflict_total", 1.0),
            Map.entry("idempotent_replay_total", 1.0),
            Map.entry("enqueued_total", 5.0),
            Map.entry("claims_total", 4.0),
            Map.entry("lease_renewals_total", 1.0),
            Map.entry("completions_total", 1.0),
            Map.entry("retries_total", 1.0),
            Map.entry("failures_total", 1.0),
            Map.entry("dead_letters_total", 1.0),
            Map.entry("lease_expiries_total", 0.0));
    expected.forEach(
        (name, value) ->
            assertThat(scrape.of("tapline_" + name, "acme", queue)).as(name).isEqualTo(value));
    assertThat(scrape.of("tapline_failure_rate", "acme", queue)).isBetween(0.66, 0.67);
    assertThat(scrape.of("tapline_oldest_job_age_seconds", "acme", queue)).isNotNegative();
    assertThat(scrape.of("tapline_newest_job_age_seconds", "acme", queue)).isNotNegative();
    assertThat(scrape.of("tapline_worker_online_count", "acme", queue)).isPositive();
    assertThat(scrape.of("tapline_worker_heartbeat_lag_seconds", "acme", queue)).isNotNegative();
    assertThat(scrape.sum("tapline_refusals_total", "code=\"ALREADY_LEASED\"")).isPositive();
    for (var quantile : List.of("0.5", "0.95")) {
      assertThat(scrape.text())
          .as("how long jobs of this type take")
          .containsPattern(
              "tapline_job_duration_seconds\\{[^}]*queue=\""
                  + queue
                  + "\"[^}]*quantile=\""
                  + quantile);
    }
  }

  @Test
  void every_dead_letter_is_counted_however_it_was_opened() {
    var queue = lab.queue();
    var worker = lab.worker();
    lab.enqueue(queue);
    var failed = lab.claimOne(worker, queue);
    lab.service.post("actions/fail", TenantApi.on(worker, failed, "retryable", false)).ok();
    var outside = lab.enqueue(queue);
    var begun = lab.claimOne(worker, queue);
    lab.service.post("actions/start", TenantApi.on(worker, begun)).ok();
    lab.service
        .post("actions/dispatch-external", TenantApi.on(worker, begun, "external_ref", "run-1"))
        .ok();
    lab.operator
        .post(
            "actions/external-result",
            TenantApi.body(
                "subject_euid",
                outside,
                "external_ref",
                "run-1",
                "outcome",
                "FAILED_TERMINAL",
                "reason",
                "arrived"))
        .ok();
    lab.operator
        .post(
            "actions/dead-letter",
            TenantApi.body(
                "subject_euid",
                lab.enqueue(queue),
                "reason_code",
                "infrastructure_failure",
                "reason",
                "broken"))
        .ok();
    var now =
        Instant.parse(lab.operator.get("queues/" + queue).ok().path("computed_at").asString());
    var deadline = now.plusSeconds(30).toString();
    lab.enqueueWith(queue, "deadline_at", deadline, "ready_at", deadline);
    lab.enqueueWith(queue, "max_attempts", 1);
    lab.claimOne(worker, queue);
    tapline.advance(Duration.ofMinutes(2));
    tapline.engine().sweep(tapline.tenantId("acme"));

    var scrape = scrape();
    for (var total : List.of("dead_letters", "failures", "terminal_failures")) {
      assertThat(scrape.of("tapline_" + total + "_total", "acme", queue)).as(total).isEqualTo(5.0);
    }
    assertThat(scrape.of("tapline_dead_letter_count", "acme", queue)).isEqualTo(5.0);
    var metrics =
        lab.operator
            .get("metrics/queues")
            .ok()
            .path("items")
            .valueStream()
            .filter(one -> one.path("queue_key").asString().equals(queue))
            .findFirst()
            .orElseThrow();
    assertThat(metrics.path("terminal_failures_total").asInt()).isEqualTo(5);
    assertThat(metrics.path("dead_letter_count").asInt()).isEqualTo(5);
    assertThat(metrics.path("throughput_success_per_minute").asDouble())
        .as("a dispatch is not a success")
        .isZero();
  }

  @Test
  void a_late_result_from_outside_is_not_counted() {
    var queue = lab.queue();
    var worker = lab.worker();
    var subject = lab.enqueue(queue);
    var begun = lab.claimOne(worker, queue);
    lab.service.post("actions/start", TenantApi.on(worker, begun)).ok();
    lab.service
        .post("actions/dispatch-external", TenantApi.on(worker, begun, "external_ref", "run-1"))
        .ok();
    lab.operator
        .post(
            "actions/dead-letter",
            TenantApi.body(
                "subject_euid",
                subject,
                "reason_code",
                "infrastructure_failure",
                "reason",
                "the cluster burned"))
        .ok();
    var late =
        TenantApi.body(
            "subject_euid", subject, "external_ref", "run-1", "outcome", "FAILED_TERMINAL");
    assertThat(lab.service.post("actions/external-result", late).ok().path("status").asString())
        .isEqualTo("RECORDED_LATE");
    var scrape = scrape();
    for (var total : List.of("dead_letters", "failures", "terminal_failures")) {
      assertThat(scrape.of("tapline_" + total + "_total", "acme", queue)).as(total).isEqualTo(1.0);
    }
  }

  @Test
  void how_long_jobs_of_a_type_take_is_told_of_that_type() {
    var slow = lab.queue();
    var quick = lab.queue();
    var worker = lab.worker();
    lab.enqueue(slow);
    var begun = lab.claimOne(worker, slow);
    tapline.advance(Duration.ofSeconds(40));
    lab.service.post("actions/complete", TenantApi.on(worker, begun)).ok();
    lab.enqueue(quick);
    lab.service.post("actions/complete", TenantApi.on(worker, lab.claimOne(worker, quick))).ok();
    var scrape = scrape();
    for (var quantile : List.of("0.5", "0.95")) {
      assertThat(duration(scrape, slow, quantile)).isBetween(40.0, 59.0);
      assertThat(duration(scrape, quick, quantile)).isBetween(0.0, 39.0);
    }
  }

  private static double duration(MetricsScrape scrape, String queue, String quantile) {
    return scrape
        .text()
        .lines()
        .filter(line -> line.startsWith("tapline_job_duration_seconds{"))
        .filter(line -> line.contains("queue=\"" + queue + "\""))
        .filter(line -> line.contains("quantile=\"" + quantile + "\""))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }

  @Test
  void a_lapse_is_counted_by_the_server_that_settles_it() {
    var queue = lab.queue();
    lab.enqueue(queue);
    lab.claimOne(lab.worker(), queue);
    tapline.advance(Duration.ofMinutes(2));
    // The claim settles it first.
    lab.claimOne(lab.worker(), queue);

    assertThat(scrape().of("tapline_lease_expiries_total", "acme", queue)).isEqualTo(1.0);
    assertThat(scrape().of("tapline_expired_leases_total", "acme", queue)).isEqualTo(1.0);
  }

  @Test
  void a_queue_is_told_to_its_own_tenant_only() {
    var queue = lab.queue();
    held(queue);
    assertThat(scrape().of("tapline_held_count", "acme", queue)).isEqualTo(1.0);

    var others = MetricsScrape.of(tapline, "other-admin");
    assertThat(others.text()).doesNotContain("acme").doesNotContain(queue);
    assertThat(others.names()).contains("jvm_memory_used_bytes", "tapline_database_up");
  }

  @Test
  void operators_and_admins_may_scrape_and_nobody_else() {
    assertThat(tapline.as("acme-operator").get("/metrics").status()).isEqualTo(200);
    assertThat(tapline.as("acme-service").get("/metrics").problem()).isEqualTo("FORBIDDEN");
    assertThat(tapline.as("acme-human").get("/metrics").problem()).isEqualTo("FORBIDDEN");
    assertThat(tapline.as(null).get("/metrics").problem()).isEqualTo("UNAUTHENTICATED");
  }

  @Test
  void however_many_scrape_the_database_is_asked_once() {
    var survey = tapline.server().bean(QueueSurvey.class);
    survey.forget();
    var first = survey.figures();
    MetricsScrape.of(tapline.as("acme-admin"));
    MetricsScrape.of(tapline.as("other-admin"));
    assertThat(survey.figures()).isSameAs(first);
  }

  @Test
  void what_clients_make_up_does_not_become_a_series() {
    lab.operator.post(
        "actions/enqueue",
        TenantApi.body("queue_key", "made-up-queue", "template_code", "data/execution/task/1.0"));
    tapline.as("acme-admin").get("/no/such/path/made-up-path");

    assertThat(scrape().text()).doesNotContain("made-up");
  }

  @Test
  void requests_are_counted_by_endpoint_and_status() {
    lab.operator.get("queues").ok();
    // A request ends, and is counted, a moment after its answer is there.
    Await.until(
        "the request is counted",
        () ->
            scrape()
                    .sum(
                        "tapline_http_request_seconds_count",
                        "endpoint=\"GET /api/v1/execution/queues\",status=\"200\"")
                > 0);
  }

  @Test
  void a_slow_survey_leaves_the_database_up_and_the_queues_in_the_scrape() throws Exception {
    try (var alone = TestTapline.start()) {
      var own = new TenantApi(alone, "acme");
      var queue = own.queue();
      own.enqueue(queue);
      assertThat(MetricsScrape.of(alone, "acme-admin").of("tapline_queue_depth", "acme", queue))
          .isEqualTo(1.0);
      try (var connection = alone.server().database().owner().getConnection();
          var statement = connection.createStatement()) {
        connection.setAutoCommit(false);
        statement.execute("lock table tapline.subject in access exclusive mode");
        alone.server().bean(QueueSurvey.class).forget();
        var text = alone.server().bean(ServerMetrics.class).text();
        connection.rollback();
        var during = new MetricsScrape(text);
        assertThat(text).contains("tapline_database_up 1.0");
        assertThat(during.of("tapline_queue_depth", "acme", queue)).isEqualTo(1.0);
        assertThat(during.names()).contains("tapline_survey_seconds");
        assertThat(during.value("tapline_survey_age_seconds")).isPositive();
      }
    }
  }

  @Test
  void a_database_that_is_gone_is_told_by_a_scrape_that_still_answers() {
    try (var alone = TestTapline.start()) {
      alone.server().database().close();
      var text = alone.server().bean(ServerMetrics.class).text();
      assertThat(text).contains("tapline_database_up 0.0").contains("jvm_memory_used_bytes");
      assertThat(new MetricsScrape(text).names())
          .as("nothing was ever read")
          .doesNotContain("tapline_survey_age_seconds");
    }
  }
}
