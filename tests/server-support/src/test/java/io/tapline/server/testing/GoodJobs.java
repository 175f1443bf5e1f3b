package io.tapline.server.testing;

import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Requests about jobs that would be carried out. */
public final class GoodJobs {

  public static final String JOBS = "/api/v1/jobs/";
  public static final String WORKFLOWS = "/api/v1/workflows";

  private final TenantApi lab;

  public GoodJobs(TenantApi lab) {
    this.lab = lab;
  }

  /** A kind of its own, served by DOT. */
  public String kind() {
    var kind = TenantApi.unique("kind");
    lab.admin
        .post(
            JOBS + "kinds",
            TenantApi.body(
                "kind",
                kind,
                "executor",
                "DOT",
                "lease_ttl_seconds",
                lab.leaseSeconds(),
                "max_attempts",
                3))
        .ok();
    return kind;
  }

  /** The required fields of a job. */
  public static Map<String, Object> job(String kind, Object... more) {
    var body = TenantApi.body(more);
    body.put("kind", kind);
    body.put("domain", "staging");
    body.put("executor", "DOT");
    body.put("source_system", "lims");
    return body;
  }

  public JsonNode enqueue(String kind, Object... more) {
    return lab.operator.post(JOBS + "enqueue", job(kind, more)).ok().path("job");
  }

  public static Map<String, Object> claiming(String kind) {
    return TenantApi.body("kind", kind, "executor", "DOT", "lease_holder", "dot-1");
  }

  /** The one claim that there must be. */
  public JsonNode claim(String kind) {
    var jobs = lab.service.post(JOBS + "claim", claiming(kind)).ok().path("jobs");
    if (jobs.size() != 1) {
      throw new AssertionError("no work of kind " + kind);
    }
    return jobs.get(0);
  }

  /** The body of a verb on a claimed job. */
  public static Map<String, Object> on(JsonNode job, Object... more) {
    var body = TenantApi.body(more);
    body.put("job_id", job.path("job_id").asString());
    body.put("lease_token", job.path("lease_token").asString());
    return body;
  }

  private JsonNode claimed() {
    var kind = kind();
    enqueue(kind);
    return claim(kind);
  }

  /** One job of a workflow. */
  public static Map<String, Object> step(String name, String kind, List<String> after) {
    var step = job(kind, "name", name, "after", after);
    step.remove("idempotency_key");
    return step;
  }

  /** A workflow of these jobs. */
  public static Map<String, Object> workflow(List<Map<String, Object>> steps) {
    return TenantApi.body(
        "workflow_kind", "pipeline", "generator", "MOT:template_1", "jobs", steps);
  }

  private Map<String, Object> workflow() {
    var kind = kind();
    return workflow(List.of(step("a", kind, List.of()), step("b", kind, List.of("a"))));
  }

  private GoodRequests.Good workflows(String path) {
    if (path.equals(WORKFLOWS)) {
      return admin(path, workflow());
    }
    var made = lab.admin.post(WORKFLOWS, workflow()).ok().at("/workflow/workflow_id").asString();
    return admin(path.replace("{workflow_id}", made), TenantApi.body("reason", "not needed"));
  }

  GoodRequests.Good at(String path) {
    if (path.startsWith(WORKFLOWS)) {
      return workflows(path);
    }
    return switch (path.substring(JOBS.length())) {
      case "subscriptions" -> admin(path, subscription(kind()));
      case "subscriptions/{subscription_id}/retire" ->
          admin(
              path.replace(
                  "{subscription_id}",
                  lab.admin
                      .post(JOBS + "subscriptions", subscription(kind()))
                      .ok()
                      .path("subscription_id")
                      .asString()),
              TenantApi.body("reason", "enough"));
      case "kinds" ->
          admin(path, TenantApi.body("kind", TenantApi.unique("kind"), "executor", "Agent"));
      case "enqueue" -> admin(path, job(kind()));
      case "switch" -> admin(path, TenantApi.body("enabled", true, "reason", "open"));
      case "claim" -> new GoodRequests.Good("acme-service", path, claim());
      case "progress", "succeed", "fail-transient", "fail-permanent" ->
          new GoodRequests.Good("acme-service", path, on(claimed()));
      case "{job_id}/dead-letter" ->
          admin(
              path.replace("{job_id}", enqueue(kind()).path("job_id").asString()),
              TenantApi.body("reason_code", "parse_error", "reason", "unreadable"));
      case "cancel" ->
          admin(
              path,
              TenantApi.body("job_id", enqueue(kind()).path("job_id").asString(), "reason", "no"));
      default -> throw new AssertionError("no good request is known for " + path);
    };
  }

  /** A subscription that creates a job of this kind for each succeeded job. */
  public static Map<String, Object> subscription(String kind, Object... more) {
    var job = job(kind);
    job.remove("idempotency_key");
    var body = TenantApi.body(more);
    body.put("name", "follow up");
    body.put("event_type", "job_succeeded");
    body.put("job", job);
    body.put("reason", "so that nothing is forgotten");
    return body;
  }

  private Map<String, Object> claim() {
    var kind = kind();
    enqueue(kind);
    return claiming(kind);
  }

  private static GoodRequests.Good admin(String path, Map<String, Object> body) {
    return new GoodRequests.Good("acme-admin", path, body);
  }
}
