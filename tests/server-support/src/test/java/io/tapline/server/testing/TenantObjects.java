package io.tapline.server.testing;

import io.tapline.server.http.Endpoint;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.springframework.http.HttpMethod;

/** One object of every kind in a tenant, by the names that paths and queries have for them. */
public final class TenantObjects {

  private static final Pattern VARIABLE = Pattern.compile("\\{([^}]*)}");
  private static final String ATLAS = "/api/v1/external/atlas/beta/";

  /** Query parameters of endpoints that return nothing without them. */
  private static final Map<String, String> ASKED =
      Map.of(
          "/api/v1/jobs/by-key",
          "?kind={kind}&idempotency_key={job_key}",
          ATLAS + "runs/{run_euid}/resolve",
          "?flowcell_id=FC&lane=1&library_barcode=B1");

  private final Map<String, String> named = new TreeMap<>();

  /** Values that a caller of another tenant must never get. */
  private final Set<String> secret = new HashSet<>();

  public TenantObjects(TenantApi lab) {
    execution(lab);
    jobs(lab);
    if (lab.serves("/v1/joblib/")) {
      tasks(lab);
    }
    put("webhook_euid", lab.webhook());
    run(lab);
  }

  private void put(String name, String value) {
    if (value == null || value.isEmpty()) {
      throw new AssertionError("nothing was made that is called " + name);
    }
    named.put(name, value);
    secret.add(value);
  }

  private void execution(TenantApi lab) {
    var queue = lab.queue();
    var subject = lab.enqueue(queue);
    var worker = lab.worker();
    put("queue_key", queue);
    put("euid", subject);
    put("subject_euid", subject);
    put("worker_euid", worker);
    put("lease_euid", lab.claimOne(worker, queue).path("lease_euid").asString());
    var held =
        TenantApi.body("subject_euid", lab.enqueue(queue), "hold_code", "QC", "reason", "look");
    var hold = lab.operator.post("actions/hold", held).ok().path("hold_euid").asString();
    put("hold_euid", hold);
    var placed = lab.operator.get("holds").ok().path("items").get(0);
    put("principal_euid", placed.path("placed_by_lookup_euid").asString());
    var dead = TenantApi.body("subject_euid", lab.enqueue(queue), "reason", "unreadable");
    dead.put("reason_code", "parse_error");
    lab.operator.post("actions/dead-letter", dead).ok();
  }

  private void jobs(TenantApi lab) {
    var jobs = new GoodJobs(lab);
    var kind = jobs.kind();
    var job = GoodJobs.job(kind);
    put("kind", kind);
    put("job_key", (String) job.get("idempotency_key"));
    put(
        "job_id",
        lab.operator.post(GoodJobs.JOBS + "enqueue", job).ok().at("/job/job_id").asString());
    var workflow = GoodJobs.workflow(List.of(GoodJobs.step("a", kind, List.of())));
    put("workflow_kind", TenantApi.unique("flow"));
    workflow.put("workflow_kind", named.get("workflow_kind"));
    put(
        "workflow_id",
        lab.admin.post(GoodJobs.WORKFLOWS, workflow).ok().at("/workflow/workflow_id").asString());
  }

  private void tasks(TenantApi lab) {
    var room = TenantApi.unique("room");
    var worker = lab.service.send("POST", "/v1/joblib/workers", null).json().path("id").asString();
    var job = "{\"category\":\"analysis\",\"name\":\"Cut\",\"worker_id\":\"" + worker + "\"}";
    lab.service.send(
        "PUT", "/v1/joblib/rooms/" + room + "/jobs", job.getBytes(StandardCharsets.UTF_8));
    var full = room + ":analysis:Cut";
    put("room", room);
    put("full_name", full);
    put("task_worker", worker);
    put(
        "task",
        lab.service
            .post("/v1/joblib/rooms/" + room + "/tasks/" + full, Map.of())
            .json()
            .path("id")
            .asString());
  }

  private void run(TenantApi lab) {
    put("run_euid", new GoodPackRequests(lab.admin).run());
  }

  /** The endpoint's path about these objects. */
  public String target(Endpoint endpoint) {
    var whole = endpoint.path() + ASKED.getOrDefault(endpoint.path(), "");
    return VARIABLE.matcher(whole).replaceAll(found -> value(endpoint.path(), found.group(1)));
  }

  private String value(String path, String variable) {
    var name = variable;
    if (variable.equals("id")) {
      name = path.contains("/workers/") ? "task_worker" : "task";
    }
    // Pages of the reference are nobody's.
    var value = Map.of("area", "queues", "type", "Problem").getOrDefault(name, named.get(name));
    if (value == null) {
      throw new AssertionError("no object is known for {" + variable + "} of " + path);
    }
    return value;
  }

  /** The path with each filter that can name one of these objects. */
  public List<String> filtered(Endpoint endpoint) {
    return endpoint.method() != HttpMethod.GET || ASKED.containsKey(endpoint.path())
        ? List.of()
        : endpoint.query().stream()
            .filter(field -> named.containsKey(field.name()))
            .map(field -> target(endpoint) + "?" + field.name() + "=" + named.get(field.name()))
            .toList();
  }

  /** The part of these objects that an answer reveals; null for none. */
  public String told(String answer) {
    return secret.stream().filter(answer::contains).findFirst().orElse(null);
  }

  public String named(String name) {
    return named.get(name);
  }
}
