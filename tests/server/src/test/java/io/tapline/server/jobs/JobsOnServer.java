package io.tapline.server.jobs;

import io.tapline.server.testing.GoodJobs;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import tools.jackson.databind.JsonNode;

/** A server with the kinds of jobs that tests make, and what they ask of a job over HTTP. */
abstract class JobsOnServer {

  static final String JOBS = GoodJobs.JOBS;

  static TestTapline tapline;
  static TenantApi lab;
  static GoodJobs jobs;

  @BeforeAll
  static void start(TestTapline started) {
    tapline = started;
    lab = new TenantApi(tapline, "acme");
    jobs = new GoodJobs(lab);
  }

  static String id(JsonNode job) {
    return job.path("job_id").asString();
  }

  static JsonNode seen(JsonNode job) {
    return lab.operator.get(JOBS + id(job)).ok();
  }

  static JsonNode verb(String verb, Map<String, Object> body) {
    return lab.service.post(JOBS + verb, body).ok();
  }

  static List<JsonNode> events(JsonNode job) {
    tapline.awaitFeed("acme");
    return lab.operator
        .get(JOBS + "events?job_id=" + id(job))
        .ok()
        .path("items")
        .valueStream()
        .toList();
  }

  static List<String> types(JsonNode job) {
    return events(job).stream().map(event -> event.path("type").asString()).toList();
  }

  static Instant now() {
    var clock = lab.admin.post("/api/v1/testing/clock", Map.of("advance_seconds", 0)).ok();
    return Instant.parse(clock.path("now").asString());
  }
}
