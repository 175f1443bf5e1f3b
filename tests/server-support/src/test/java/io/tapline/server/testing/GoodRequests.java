package io.tapline.server.testing;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * For each operation that takes a body a request that would be carried out, about objects that no
 * other request is about: whatever is changed for the worse in it is the only thing that is bad
 * about it.
 */
public final class GoodRequests {

  private static final String ACTIONS = "/api/v1/execution/actions/";
  private static final String ROOM = "/v1/joblib/rooms/{room}";
  private static final String TOKENS = "/api/v1/tokens";
  private static final String WEBHOOKS = "/api/v1/webhooks";
  private static final String SESSIONS = "/api/v1/sessions";
  private static final String MADE = "/token_euid";
  private static final String TASK = "data/execution/task/1.0";

  /** Only who registered a worker may act as it. */
  private static final Set<String> OF_WORKERS =
      Set.of(
          "register-worker",
          "heartbeat-worker",
          "claim",
          "start",
          "renew-lease",
          "progress",
          "release-lease",
          "complete",
          "fail",
          "report-results",
          "dispatch-external");

  private final TenantApi lab;
  private final GoodPackRequests packs;

  public GoodRequests(TenantApi lab) {
    this.lab = lab;
    this.packs = new GoodPackRequests(lab.admin);
  }

  /** A request that would be carried out, and who may send it. */
  public record Good(String token, String method, String target, Map<String, Object> body) {
    Good(String token, String target, Map<String, Object> body) {
      this(token, "POST", target, body);
    }
  }

  /** For an operation with a body, by its path. */
  public Good at(String path) {
    return switch (path) {
      case ROOM + "/jobs" ->
          new Good(
              "acme-service",
              "PUT",
              "/v1/joblib/rooms/lab/jobs",
              new HashMap<>(
                  Map.of(
                      "category",
                      "analysis",
                      "name",
                      TenantApi.unique("job"),
                      "worker_id",
                      registered("worker_id"))));
      case ROOM + "/tasks/{full_name}" ->
          new Good(
              "acme-service",
              "/v1/joblib/rooms/lab/tasks/" + registered("full_name"),
              new HashMap<>(Map.of("payload", Map.of("bins", 100))));
      case "/v1/joblib/tasks/claim" ->
          new Good(
              "acme-service", path, new HashMap<>(Map.of("worker_id", registered("worker_id"))));
      case "/v1/joblib/tasks/{id}" ->
          new Good(
              "acme-service",
              "PATCH",
              "/v1/joblib/tasks/" + submitted(),
              new HashMap<>(Map.of("status", "cancelled")));
      case "/login" ->
          new Good("acme-admin", path, new HashMap<>(Map.of("token", "acme-operator")));
      case "/mcp" ->
          new Good(
              "acme-service",
              path,
              new HashMap<>(
                  Map.of("jsonrpc", "2.0", "id", 1, "method", "tools/list", "params", Map.of())));
      case "/api/v1/testing/clock" ->
          new Good("acme-admin", path, new HashMap<>(Map.of("advance_seconds", 0)));
      case TOKENS -> new Good("acme-admin", path, token());
      case TOKENS + "/{token_euid}/revoke" ->
          new Good(
              "acme-admin",
              TOKENS + "/" + lab.admin.post(TOKENS, token()).ok().at(MADE).asString() + "/revoke",
              TenantApi.body("reason", "lost"));
      case WEBHOOKS ->
          new Good(
              "acme-admin",
              path,
              TenantApi.body(
                  "name",
                  "hook",
                  "url",
                  "https://192.0.2.1/hook",
                  "secret",
                  "0123456789".repeat(4),
                  "event_types",
                  List.of("job_succeeded")));
      case WEBHOOKS + "/{webhook_euid}/update" ->
          new Good(
              "acme-admin",
              WEBHOOKS + "/" + lab.webhook() + "/update",
              TenantApi.body("enabled", false, "reason", "a pause"));
      case WEBHOOKS + "/{webhook_euid}/retire" ->
          new Good(
              "acme-admin",
              WEBHOOKS + "/" + lab.webhook() + "/retire",
              TenantApi.body("reason", "gone"));
      case WEBHOOKS + "/{webhook_euid}/dead-letters/{dead_letter_euid}/redeliver" -> {
        var webhook = lab.webhook();
        yield new Good(
            "acme-admin",
            WEBHOOKS + "/" + webhook + "/dead-letters/" + lab.webhookLetter(webhook) + "/redeliver",
            TenantApi.body("reason", "it is up again"));
      }
      case SESSIONS + "/{session_euid}/revoke" ->
          new Good(
              "acme-admin",
              SESSIONS + "/" + session() + "/revoke",
              TenantApi.body("reason", "left"));
      case SESSIONS + "/revoke-all" ->
          new Good("acme-admin", path, TenantApi.body("reason", "going home"));
      default -> {
        if (path.startsWith(GoodJobs.JOBS) || path.startsWith(GoodJobs.WORKFLOWS)) {
          yield new GoodJobs(lab).at(path);
        }
        var ofPack = packs.at(path);
        if (ofPack != null) {
          yield ofPack;
        }
        if (!path.startsWith(ACTIONS)) {
          throw new AssertionError("no good request is known for " + path);
        }
        var action = path.substring(ACTIONS.length());
        var token = OF_WORKERS.contains(action) ? "acme-service" : "acme-admin";
        yield new Good(token, path, action(action));
      }
    };
  }

  /** An id of a new job in the room {@code lab}. */
  private String registered(String what) {
    var job =
        lab.service.send(
            "PUT",
            "/v1/joblib/rooms/lab/jobs",
            ("{\"category\":\"analysis\",\"name\":\"" + TenantApi.unique("job") + "\"}")
                .getBytes(StandardCharsets.UTF_8));
    return job.json().path(what).asString();
  }

  private String submitted() {
    return lab.service
        .post("/v1/joblib/rooms/lab/tasks/" + registered("full_name"), Map.of())
        .json()
        .path("id")
        .asString();
  }

  /** One of the tenant's administrator, just opened. */
  private String session() {
    var cookie =
        lab.admin.post("/login", Map.of("token", "acme-admin")).header("Set-Cookie").split(";")[0];
    // The cookie's text names its session: tapline.TENANT.EUID.SECRET.
    return cookie.split("\\.")[2];
  }

  private static Map<String, Object> token() {
    return TenantApi.body(
        "name", TenantApi.unique("token"), "roles", List.of("operator"), "reason", "needed");
  }

  private Map<String, Object> action(String action) {
    return switch (action) {
      case "create-queue" ->
          TenantApi.body(
              "queue_key", TenantApi.unique("fresh"), "subject_template_codes", List.of(TASK));
      case "update-queue" ->
          TenantApi.body("queue_key", lab.queue(), "expected_revision", 1, "enabled", false);
      case "retire-queue" -> TenantApi.body("queue_key", lab.queue(), "reason", "old");
      case "set-callback-secret" ->
          TenantApi.body(
              "queue_key", lab.queue(), "secret", "0123456789".repeat(4), "reason", "new cluster");
      case "register-worker" ->
          TenantApi.body("worker_key", TenantApi.unique("fresh"), "worker_type", "SERVICE");
      case "heartbeat-worker" -> TenantApi.body("worker_euid", lab.worker());
      case "drain-worker", "disable-worker", "enable-worker", "retire-worker" ->
          TenantApi.body("worker_euid", lab.worker(), "reason", "maintenance");
      case "prepare" -> TenantApi.body("template_code", TASK);
      case "enqueue" -> TenantApi.body("template_code", TASK, "queue_key", lab.queue());
      case "claim" -> claim();
      case "start" -> lease(false);
      case "renew-lease", "release-lease", "complete" -> lease(true);
      case "progress" -> with(lease(true), "fraction", 0.5);
      case "fail" -> with(lease(true), "error_class", "TRANSIENT_SYSTEM");
      case "report-results" -> with(lease(true), "action", "complete");
      case "dispatch-external" -> with(lease(true), "external_ref", "run-1");
      case "external-result" -> externalResult();
      case "hold" -> TenantApi.body("subject_euid", ready(), "hold_code", "QC", "reason", "look");
      case "release-hold" -> TenantApi.body("hold_euid", hold());
      case "requeue", "cancel" -> TenantApi.body("subject_euid", ready(), "reason", "because");
      case "expire-lease" ->
          TenantApi.body("lease_euid", lease(true).get("lease_euid"), "reason", "stuck");
      case "dead-letter" ->
          TenantApi.body(
              "subject_euid", ready(), "reason_code", "parse_error", "reason", "unreadable");
      case "resolve-dead-letter" ->
          TenantApi.body(
              "dead_letter_euid", deadLetter(), "resolution_state", "IGNORED", "reason", "seen");
      default -> throw new AssertionError("no good request is known for " + action);
    };
  }

  private static Map<String, Object> with(Map<String, Object> body, String name, Object value) {
    body.put(name, value);
    return body;
  }

  private String ready() {
    return lab.enqueue(lab.queue());
  }

  private Map<String, Object> claim() {
    var queue = lab.queue();
    lab.enqueue(queue);
    return TenantApi.body("worker_euid", lab.worker(), "queue_key", queue);
  }

  private Map<String, Object> lease(boolean started) {
    var claim = claim();
    claim.put("start", started);
    JsonNode item = lab.service.post("actions/claim", claim).ok().path("claims").get(0);
    return TenantApi.on((String) claim.get("worker_euid"), item);
  }

  private Map<String, Object> externalResult() {
    var dispatched = with(lease(true), "external_ref", "run-1");
    lab.service.post("actions/dispatch-external", dispatched).ok();
    return TenantApi.body(
        "subject_euid",
        dispatched.get("subject_euid"),
        "external_ref",
        "run-1",
        "outcome",
        "COMPLETED");
  }

  private String hold() {
    var hold = TenantApi.body("subject_euid", ready(), "hold_code", "QC", "reason", "look");
    return lab.operator.post("actions/hold", hold).ok().path("hold_euid").asString();
  }

  private String deadLetter() {
    var fail = with(lease(true), "error_class", "PERMANENT_INPUT");
    return lab.service.post("actions/fail", fail).ok().path("dead_letter_euid").asString();
  }
}
