package io.tapline.server.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.server.testing.GoodJobs;
import io.tapline.server.testing.TaplineServer;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Jobs as a list over HTTP, and by the key that each was enqueued with. */
@TaplineServer
class JobListTest {

  private static final String JOBS = GoodJobs.JOBS;
  private static final String LIST = "/api/v1/jobs";

  private static TestTapline tapline;
  private static TenantApi lab;
  private static GoodJobs jobs;

  @BeforeAll
  static void start(TestTapline started) {
    tapline = started;
    lab = new TenantApi(tapline, "acme");
    jobs = new GoodJobs(lab);
  }

  private static List<String> list(String query) {
    var found = new ArrayList<String>();
    var cursor = "";
    do {
      var page = lab.service.get(LIST + "?limit=2&" + query + cursor).ok();
      assertThat(page.path("items").size()).isLessThanOrEqualTo(2);
      page.path("items").forEach(job -> found.add(id(job)));
      cursor =
          page.path("next_cursor").isNull()
              ? null
              : "&cursor=" + page.path("next_cursor").asString();
    } while (cursor != null);
    return found;
  }

  private static String id(JsonNode job) {
    return job.path("job_id").asString();
  }

  private static JsonNode verb(String verb, JsonNode claimed) {
    return lab.service.post(JOBS + verb, GoodJobs.on(claimed)).ok().path("job");
  }

  /** One job of a kind in each of the states. */
  private static Map<String, String> oneOfEach(String kind) {
    var ids = new LinkedHashMap<String, String>();
    jobs.enqueue(kind);
    ids.put("cleaned", id(verb("succeed", jobs.claim(kind))));
    tapline.advance(Duration.ofDays(1));
    lab.operator.post(JOBS + "cleanup-sweep", null).ok();
    jobs.enqueue(kind);
    ids.put("succeeded", id(verb("succeed", jobs.claim(kind))));
    jobs.enqueue(kind);
    ids.put("dead_letter", id(verb("fail-permanent", jobs.claim(kind))));
    jobs.enqueue(kind);
    var looked = verb("fail-permanent", jobs.claim(kind));
    ids.put("failed", id(looked));
    lab.operator
        .post(
            "actions/resolve-dead-letter",
            TenantApi.body(
                "dead_letter_euid",
                letterOf(id(looked)),
                "resolution_state",
                "IGNORED",
                "reason",
                "seen"))
        .ok();
    var cancelled = jobs.enqueue(kind);
    lab.operator
        .post(JOBS + "cancel", TenantApi.body("job_id", id(cancelled), "reason", "not needed"))
        .ok();
    ids.put("cancelled", id(cancelled));
    jobs.enqueue(kind);
    ids.put("retry_waiting", id(verb("fail-transient", jobs.claim(kind))));
    jobs.enqueue(kind);
    ids.put("in_progress", id(verb("progress", jobs.claim(kind))));
    jobs.enqueue(kind);
    ids.put("leased", id(jobs.claim(kind)));
    ids.put("queued", id(jobs.enqueue(kind)));
    return ids;
  }

  private static String letterOf(String job) {
    for (var letter : lab.operator.get("dead-letter").ok().path("items")) {
      if (letter.path("subject_lookup_euid").asString().equals(job)) {
        return letter.path("dead_letter_euid").asString();
      }
    }
    throw new AssertionError("no dead letter of " + job);
  }

  @Test
  void jobs_of_a_kind_are_listed_by_each_of_the_nine_states() {
    var kind = TenantApi.unique("brief");
    lab.admin
        .post(JOBS + "kinds", TenantApi.body("kind", kind, "executor", "DOT", "retention_days", 1))
        .ok();
    var ids = oneOfEach(kind);
    assertThat(ids).hasSize(9);
    ids.forEach(
        (status, id) ->
            assertThat(list("kind=" + kind + "&status=" + status)).as(status).containsExactly(id));
    assertThat(list("kind=" + kind)).containsExactlyInAnyOrderElementsOf(ids.values());
    ids.forEach((status, id) -> assertThat(list("status=" + status)).as(status).contains(id));

    tapline.advance(Duration.ofMinutes(20));
    assertThat(list("kind=" + kind + "&status=queued"))
        .as("lapsed leases and past retries")
        .containsExactlyInAnyOrder(
            ids.get("queued"), ids.get("leased"), ids.get("in_progress"), ids.get("retry_waiting"));
  }

  @Test
  void a_job_is_found_by_the_key_of_its_kind() {
    var kind = jobs.kind();
    var job = jobs.enqueue(kind, "idempotency_key", "doc-7");
    var other = jobs.kind();
    jobs.enqueue(other, "idempotency_key", "doc-7");
    verb("succeed", jobs.claim(kind));
    var asked = "kind=" + kind + "&idempotency_key=doc-7";
    assertThat(id(lab.service.get(JOBS + "by-key?" + asked).ok())).isEqualTo(id(job));
    assertThat(list(asked)).containsExactly(id(job));
    assertThat(list(asked + "&status=queued")).isEmpty();
    assertThat(list("kind=" + kind + "&idempotency_key=doc-8")).isEmpty();
    var unknown = lab.service.get(JOBS + "by-key?kind=" + kind + "&idempotency_key=doc-8");
    assertThat(unknown.problem()).isEqualTo("NOT_FOUND");
    assertThat(unknown.field()).isEqualTo("idempotency_key");
    assertThat(lab.service.get(JOBS + "by-key?kind=" + kind).field()).isEqualTo("idempotency_key");
  }

  @Test
  void jobs_are_listed_by_correlation_and_by_workflow_and_those_have_keys_too() {
    var kind = jobs.kind();
    var other = jobs.kind();
    var correlation = TenantApi.unique("order");
    var first = jobs.enqueue(kind, "correlation_id", correlation);
    verb("succeed", jobs.claim(kind));
    var second = jobs.enqueue(other, "correlation_id", correlation);
    assertThat(list("correlation_id=" + correlation)).containsExactly(id(second), id(first));
    assertThat(list("kind=" + kind + "&status=succeeded&correlation_id=" + correlation))
        .containsExactly(id(first));

    var steps =
        List.of(
            GoodJobs.step("a", kind, List.of()),
            GoodJobs.step("b", kind, List.of("a")),
            GoodJobs.step("c", other, List.of("b")));
    var key = TenantApi.unique("flow");
    var body = GoodJobs.workflow(steps);
    body.put("idempotency_key", key);
    var made = lab.admin.post(GoodJobs.WORKFLOWS, body).ok().path("workflow");
    var workflow = "workflow_id=" + made.path("workflow_id").asString();
    var all = new ArrayList<String>();
    made.path("jobs").forEach(job -> all.add(id(job)));
    assertThat(list(workflow)).containsExactlyElementsOf(all).hasSize(3);
    assertThat(list(workflow + "&kind=" + kind)).hasSize(2);
    assertThat(list("kind=" + kind + "&idempotency_key=" + key + ":b")).hasSize(1);
  }

  @Test
  void what_cannot_be_listed_is_refused_by_its_field() {
    var kind = jobs.kind();
    assertThat(lab.service.get(LIST + "?status=asleep").field()).isEqualTo("status");
    assertThat(lab.service.get(LIST + "?idempotency_key=x").field()).isEqualTo("kind");
    var unknown = lab.service.get(LIST + "?kind=no-such-kind");
    assertThat(unknown.problem()).isEqualTo("NOT_FOUND");
    assertThat(unknown.field()).isEqualTo("kind");
    assertThat(lab.service.get(LIST + "?workflow_id=Z-WF-1A").problem()).isEqualTo("NOT_FOUND");
    assertThat(lab.service.get(LIST + "?kind=" + kind + "&cursor=xyz").field()).isEqualTo("cursor");
    jobs.enqueue(kind);
    jobs.enqueue(kind);
    var cursor =
        lab.service.get(LIST + "?limit=1&kind=" + kind).ok().path("next_cursor").asString();
    assertThat(lab.service.get(LIST + "?status=leased&cursor=" + cursor).field())
        .as("belongs to another list")
        .isEqualTo("cursor");
    assertThat(
            Instant.parse(
                lab.service.get(LIST + "?kind=" + kind).ok().at("/items/0/enqueued_at").asString()))
        .isNotNull();
  }

  @Test
  void the_euid_of_another_kind_of_object_is_no_workflow() {
    var worker = lab.worker();
    assertThat(lab.service.get(LIST + "?workflow_id=" + worker).problem()).isEqualTo("NOT_FOUND");
    var cancel =
        lab.operator.post("/api/v1/workflows/" + worker + "/cancel", TenantApi.body("reason", "x"));
    assertThat(cancel.problem()).isEqualTo("NOT_FOUND");
  }
}
