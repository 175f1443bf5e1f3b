package io.tapline.client.testing;

import io.tapline.client.TaplineClient;
import io.tapline.engine.testing.Await;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Queues with short leases, work in them, and what became of it. */
public final class WorkerLab {

  private final TestTapline tapline;
  private final TenantApi lab;

  public WorkerLab(TestTapline tapline) {
    this.tapline = tapline;
    this.lab = new TenantApi(tapline, "acme");
  }

  public TenantApi lab() {
    return lab;
  }

  public TaplineClient client() {
    return client(tapline.address().toString());
  }

  public static TaplineClient client(String url) {
    return TaplineClient.builder().url(url).token("acme-service").build();
  }

  /** A queue with this lease time, three attempts and no wait between them. */
  public String queue(int ttlSeconds) {
    var key = TenantApi.unique("queue");
    lab.admin
        .post(
            "actions/create-queue",
            TenantApi.body(
                "queue_key",
                key,
                "subject_template_codes",
                new String[] {"data/execution/task/1.0"},
                "lease_ttl_seconds",
                ttlSeconds,
                "max_attempts_default",
                3,
                "retry_policy",
                Map.of("initial_delay_seconds", 0, "jitter_fraction", 0)))
        .ok();
    return key;
  }

  public String enqueue(String queue, Object... more) {
    var body = TenantApi.body("queue_key", queue, "template_code", "data/execution/task/1.0");
    for (int i = 0; i < more.length; i += 2) {
      body.put((String) more[i], more[i + 1]);
    }
    return lab.operator.post("actions/enqueue", body).ok().path("subject_euid").asString();
  }

  /** Within a trace. */
  public String enqueueTraced(String queue, String traceId, String correlationId) {
    var body = TenantApi.body("queue_key", queue, "template_code", "data/execution/task/1.0");
    body.put("correlation_id", correlationId);
    return lab.operator
        .with("traceparent", "00-" + traceId + "-00f067aa0ba902b7-01")
        .post("actions/enqueue", body)
        .ok()
        .path("subject_euid")
        .asString();
  }

  public List<String> enqueueMany(String queue, int count) {
    var all = new ArrayList<String>();
    while (all.size() < count) {
      var items = new ArrayList<Map<String, Object>>();
      for (int i = all.size(); i < count && items.size() < 1_000; i++) {
        items.add(
            TenantApi.body(
                "queue_key",
                queue,
                "template_code",
                "data/execution/task/1.0",
                "properties",
                Map.of("number", i)));
      }
      var answer = lab.operator.post("actions/enqueue", Map.of("items", items)).ok();
      answer.path("items").forEach(i -> all.add(i.at("/answer/subject_euid").asString()));
    }
    return all;
  }

  public String state(String subject) {
    return lab.state(subject);
  }

  public JsonNode subject(String euid) {
    return lab.operator.get("subjects/" + euid).ok();
  }

  public void awaitState(String subject, String state) {
    Await.until(subject + " is " + state, () -> state(subject).equals(state));
  }

  /** The statuses of a subject's attempts, oldest first. */
  public List<String> attempts(String subject) {
    return texts(history(subject).path("records"), "status");
  }

  public List<String> leases(String subject) {
    return texts(history(subject).path("leases"), "status");
  }

  public JsonNode history(String subject) {
    return lab.operator.get("subjects/" + subject + "/history").ok();
  }

  public int attemptCount(String subject) {
    return subject(subject).at("/execution/attempt_count").asInt();
  }

  private static List<String> texts(JsonNode list, String field) {
    var all = new ArrayList<String>();
    list.forEach(one -> all.add(one.path(field).asString()));
    return all;
  }
}
