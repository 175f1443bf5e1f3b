package io.tapline.server.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.server.testing.GoodJobs;
import io.tapline.server.testing.TaplineServer;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Workflows over HTTP: made, seen and cancelled as a whole. */
@TaplineServer
class WorkflowOverHttpTest {

  private static final String WORKFLOWS = GoodJobs.WORKFLOWS;

  private static TestTapline tapline;
  private static TenantApi lab;
  private static GoodJobs jobs;
  private String kind;

  @BeforeAll
  static void start(TestTapline started) {
    tapline = started;
    lab = new TenantApi(tapline, "acme");
    jobs = new GoodJobs(lab);
  }

  @BeforeEach
  void fresh() {
    kind = jobs.kind();
  }

  private static JsonNode make(Map<String, Object> body) {
    return lab.operator.post(WORKFLOWS, body).ok().path("workflow");
  }

  private Map<String, Object> chain() {
    return GoodJobs.workflow(
        List.of(
            GoodJobs.step("mark", kind, List.of()),
            GoodJobs.step("cut", kind, List.of("mark")),
            GoodJobs.step("sync", kind, List.of("cut"))));
  }

  private static JsonNode seen(JsonNode workflow) {
    return lab.operator.get(WORKFLOWS + "/" + workflow.path("workflow_id").asString()).ok();
  }

  private static List<String> statuses(JsonNode workflow) {
    return workflow.path("jobs").valueStream().map(j -> j.path("status").asString()).toList();
  }

  @Test
  void one_call_shows_the_graph_with_live_states() {
    var body = chain();
    body.put("correlation_id", "order-7");
    body.put("enqueued_by", "MOT:night");
    var made = make(body);
    assertThat(made.path("status").asString()).isEqualTo("active");
    assertThat(made.path("workflow_kind").asString()).isEqualTo("pipeline");
    assertThat(made.path("generator").asString()).isEqualTo("MOT:template_1");
    assertThat(made.path("correlation_id").asString()).isEqualTo("order-7");
    assertThat(made.path("enqueued_by").asString()).isEqualTo("MOT:night");
    assertThat(Instant.parse(made.path("enqueued_at").asString())).isNotNull();
    assertThat(made.path("finished_at").isNull()).isTrue();
    assertThat(statuses(made)).containsExactly("queued", "queued", "queued");
    assertThat(made.path("edges")).hasSize(2);
    assertThat(make(body).path("workflow_id")).isEqualTo(made.path("workflow_id"));
    for (var name : List.of("mark", "cut", "sync")) {
      var claimed = jobs.claim(kind);
      assertThat(claimed.path("name").asString()).isEqualTo(name);
      assertThat(statuses(seen(made))).contains("leased");
      lab.service.post(GoodJobs.JOBS + "succeed", GoodJobs.on(claimed)).ok();
    }
    assertThat(seen(made).path("status").asString()).isEqualTo("succeeded");
    assertThat(Instant.parse(seen(made).path("finished_at").asString())).isNotNull();
    var listed = lab.operator.get(WORKFLOWS + "?limit=1").ok().path("items").get(0);
    assertThat(listed.path("job_count").asInt()).isEqualTo(3);
  }

  @Test
  void a_workflow_says_its_kind_and_generator_and_its_jobs_are_judged_like_any() {
    for (var name : List.of("workflow_kind", "generator")) {
      var absent = chain();
      absent.remove(name);
      assertThat(lab.operator.post(WORKFLOWS, absent).field()).isEqualTo(name);
    }
    var data = GoodJobs.step("a", kind, List.of());
    data.put("safe_payload", Map.of("body", "x"));
    var refused = lab.operator.post(WORKFLOWS, GoodJobs.workflow(List.of(data)));
    assertThat(refused.problem()).as(refused.text()).isEqualTo("PAYLOAD_REFUSED");
    var generator = GoodJobs.step("a", kind, List.of());
    generator.put("executor", "MOT");
    refused = lab.operator.post(WORKFLOWS, GoodJobs.workflow(List.of(generator)));
    assertThat(refused.problem()).as(refused.text()).isEqualTo("VALIDATION_FAILED");
    assertThat(refused.field()).endsWith("executor");
  }

  @Test
  void a_workflow_is_cancelled_as_a_whole() {
    var made = make(chain());
    var claimed = jobs.claim(kind);
    var path = WORKFLOWS + "/" + made.path("workflow_id").asString() + "/cancel";
    var after =
        lab.operator.post(path, TenantApi.body("reason", "superseded")).ok().path("workflow");
    assertThat(after.path("status").asString()).isEqualTo("cancelled");
    assertThat(after.path("finished_at").isNull()).isFalse();
    assertThat(statuses(after)).containsOnly("cancelled");
    assertThat(lab.service.post(GoodJobs.JOBS + "succeed", GoodJobs.on(claimed)).problem())
        .isEqualTo("LEASE_NOT_ACTIVE");
    assertThat(lab.operator.get(WORKFLOWS + "/Z-WF-10").problem()).isEqualTo("NOT_FOUND");
  }

  @Test
  void a_job_may_join_a_workflow_later_and_is_refused_where_it_does_not_belong() {
    var made = make(chain());
    var first = made.at("/jobs/0/job_id").asString();
    var workflow = made.path("workflow_id").asString();
    var joined =
        jobs.enqueue(
            kind, "workflow", workflow, "depends_on", List.of(first), "on_failure", "continue");
    assertThat(seen(made).path("jobs")).hasSize(4);
    var cancel = TenantApi.body("job_id", first, "reason", "no");
    lab.operator.post(GoodJobs.JOBS + "cancel", cancel).ok();
    assertThat(
            lab.operator
                .get(GoodJobs.JOBS + joined.path("job_id").asString())
                .ok()
                .path("state")
                .asString())
        .isEqualTo("READY");
    var stranger = jobs.enqueue(kind).path("job_id").asString();
    var refused =
        lab.operator.post(
            GoodJobs.JOBS + "enqueue",
            GoodJobs.job(kind, "workflow", workflow, "depends_on", List.of(stranger)));
    assertThat(refused.problem()).isEqualTo("NOT_FOUND");
    assertThat(refused.field()).isEqualTo("depends_on");
  }
}
