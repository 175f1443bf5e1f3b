package io.tapline.server.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.server.database.ConnectionShare;
import io.tapline.server.http.Endpoint;
import io.tapline.server.testing.HttpReply;
import io.tapline.server.testing.TaplineServer;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import io.tapline.tapdb.Json;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Rules of the engine and of the server that the tasks API obeys. */
@TaplineServer
class TasksOnEngineTest {

  private static final String PAST = "2020-01-01T00:00:00Z";
  private static final String FUTURE = "2100-01-01T00:00:00Z";

  private static TestTapline tapline;
  private static TenantApi lab;

  @BeforeAll
  static void start(TestTapline started) {
    tapline = started;
    lab = new TenantApi(tapline, "acme");
  }

  private static void tooLate(HttpReply reply) {
    assertThat(reply.problem()).isEqualTo("CLAIM_TOO_LATE");
    assertThat(reply.status()).isEqualTo(409);
    assertThat(reply.json().path("field").asString()).isEqualTo("not_after");
  }

  private static void malformed(HttpReply reply) {
    assertThat(reply.problem()).isEqualTo("VALIDATION_FAILED");
    assertThat(reply.json().path("field").asString()).isEqualTo("not_after");
  }

  @Test
  void tasks_are_not_claimed_late_for_nobody_either() {
    var joblib = "/v1/joblib/";
    var worker = lab.service.send("POST", joblib + "workers", null).json().path("id").asString();
    var room = TenantApi.unique("room");
    var job = Map.<String, Object>of("category", "analysis", "name", "Cut", "worker_id", worker);
    put(lab, joblib + "rooms/" + room + "/jobs", job);
    lab.service.post(joblib + "rooms/" + room + "/tasks/" + room + ":analysis:Cut", Map.of());
    var claim = joblib + "tasks/claim";
    tooLate(lab.service.post(claim, Map.of("worker_id", worker, "not_after", PAST)));
    malformed(lab.service.post(claim, Map.of("worker_id", worker, "not_after", "soon")));
    var got = lab.service.post(claim, Map.of("worker_id", worker, "not_after", FUTURE)).ok();
    assertThat(got.path("task").path("status").asString()).isEqualTo("claimed");
  }

  private static void put(TenantApi whose, String path, Map<String, Object> body) {
    var bytes = Json.print(body).getBytes(StandardCharsets.UTF_8);
    assertThat(whose.service.send("PUT", path, bytes).status()).isIn(200, 201);
  }

  @Test
  void a_task_is_not_submitted_while_the_substrate_is_off() {
    var other = new TenantApi(tapline, "other");
    put(other, "/v1/joblib/rooms/lab/jobs", Map.of("category", "analysis", "name", "late"));
    other
        .admin
        .post(
            "/api/v1/jobs/switch",
            TenantApi.body("enabled", false, "reason", "a test of the switch"))
        .ok();
    assertThat(
            other.service.post("/v1/joblib/rooms/lab/tasks/lab:analysis:late", Map.of()).problem())
        .isEqualTo("SUBSTRATE_DISABLED");
  }

  @Test
  void renewals_and_endings_have_connections_of_their_own() {
    assertThat(withShare(ConnectionShare.RENEWAL)).containsExactly("PATCH /v1/joblib/workers/{id}");
    assertThat(withShare(ConnectionShare.ENDING)).containsExactly("PATCH /v1/joblib/tasks/{id}");
  }

  private static List<String> withShare(ConnectionShare share) {
    return tapline.endpoints().stream()
        .filter(endpoint -> endpoint.share() == share)
        .map(Endpoint::toString)
        .toList();
  }
}
