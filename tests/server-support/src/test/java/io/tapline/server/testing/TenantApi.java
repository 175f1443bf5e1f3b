package io.tapline.server.testing;

import io.tapline.api.request.RequestMeta;
import io.tapline.api.request.SettleDelivery;
import io.tapline.engine.EvidenceRetirement;
import io.tapline.engine.model.Caller;
import io.tapline.tapdb.Json;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import tools.jackson.databind.JsonNode;

/**
 * The few things that most tests do over HTTP, in one tenant, with queues of the test's own. Every
 * call has a fresh idempotency key.
 */
public final class TenantApi {

  private static final AtomicLong NUMBERS = new AtomicLong();

  public final HttpApi admin;
  public final HttpApi operator;
  public final HttpApi service;
  public final HttpApi human;
  private final TestTapline tapline;
  private final String tenant;
  private final int leaseSeconds;

  public TenantApi(TestTapline tapline, String tenant) {
    this(tapline, tenant, 60);
  }

  /** One whose leases last so long, unless a test says otherwise. */
  public TenantApi(TestTapline tapline, String tenant, int leaseSeconds) {
    this.leaseSeconds = leaseSeconds;
    this.tapline = tapline;
    this.tenant = tenant;
    admin = tapline.as(tenant + "-admin");
    operator = tapline.as(tenant + "-operator");
    service = tapline.as(tenant + "-service");
    human = tapline.as(tenant + "-human");
  }

  /** Whether the server has endpoints with paths that begin so. */
  public boolean serves(String beginning) {
    return tapline.serves(beginning);
  }

  /** A webhook that nobody answers behind. */
  public String webhook() {
    var body =
        body("name", "hook", "url", "https://192.0.2.1/hook", "secret", "0123456789".repeat(4));
    return admin.post("/api/v1/webhooks", body).ok().path("webhook_euid").asString();
  }

  /** An event that was given up, which no request can do. */
  public String webhookLetter(String webhookEuid) {
    var settle =
        new SettleDelivery(
            RequestMeta.key(unique("key")),
            webhookEuid,
            null,
            false,
            10,
            "HTTP 500",
            Json.object().put("id", "Z-AA-1.0"),
            null);
    return tapline
        .engine()
        .execute(Caller.admin(tapline.tenantId(tenant), "relay"), settle)
        .document()
        .path("dead_letter_euid")
        .asString();
  }

  /** A text that nobody else has. */
  public static String unique(String prefix) {
    return prefix + "-" + NUMBERS.incrementAndGet();
  }

  /** {@code body("subject_euid", s, "reason", "because")}, with an idempotency key. */
  public static Map<String, Object> body(Object... namesAndValues) {
    var body = new HashMap<String, Object>();
    body.put("idempotency_key", unique("key"));
    for (int i = 0; i < namesAndValues.length; i += 2) {
      body.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return body;
  }

  /** A queue for tasks with a lease of a minute, no jitter, three attempts. */
  public String queue() {
    return queue(leaseSeconds);
  }

  int leaseSeconds() {
    return leaseSeconds;
  }

  /** A queue with leases of this length. */
  public String queue(int leaseSeconds) {
    var key = unique("queue");
    admin
        .post(
            "actions/create-queue",
            body(
                "queue_key",
                key,
                "subject_template_codes",
                new String[] {"data/execution/task/1.0"},
                "lease_ttl_seconds",
                leaseSeconds,
                "max_attempts_default",
                3,
                "retry_policy",
                Map.of("initial_delay_seconds", 10, "jitter_fraction", 0)))
        .ok();
    return key;
  }

  public String enqueue(String queueKey) {
    return enqueueWith(queueKey, "properties", Map.of("sample", "S-1"));
  }

  /** A task with these fields. */
  public String enqueueWith(String queueKey, Object... fields) {
    var task = new HashMap<String, Object>(body(fields));
    task.put("queue_key", queueKey);
    task.put("template_code", "data/execution/task/1.0");
    return operator.post("actions/enqueue", task).ok().path("subject_euid").asString();
  }

  /** A service worker of {@link #service}. */
  public String worker() {
    return service
        .post(
            "actions/register-worker",
            body(
                "worker_key",
                unique("worker"),
                "worker_type",
                "SERVICE",
                "max_concurrent_leases",
                1_000))
        .ok()
        .path("worker_euid")
        .asString();
  }

  /** The claims of one claim; empty when there is no work. */
  public JsonNode claim(String workerEuid, String queueKey, int items) {
    return service
        .post(
            "actions/claim",
            body("worker_euid", workerEuid, "queue_key", queueKey, "max_items", items))
        .ok()
        .path("claims");
  }

  /** The one claim that there must be. */
  public JsonNode claimOne(String workerEuid, String queueKey) {
    var claims = claim(workerEuid, queueKey, 1);
    if (claims.size() != 1) {
      throw new AssertionError("no work in " + queueKey);
    }
    return claims.get(0);
  }

  /** The body of a verb on a claim, to be sent to {@code actions/complete} and the like. */
  public static Map<String, Object> on(String workerEuid, JsonNode claim, Object... more) {
    var body = body(more);
    body.put("worker_euid", workerEuid);
    body.put("subject_euid", claim.path("subject_euid").asString());
    body.put("lease_euid", claim.path("lease_euid").asString());
    return body;
  }

  /**
   * A task that was completed, cleaned and retired at once.
   *
   * @param queueKey of a new queue, which keeps finished work and its evidence for no day
   */
  public String retired(String queueKey) {
    admin
        .post(
            "actions/create-queue",
            body(
                "queue_key",
                queueKey,
                "subject_template_codes",
                new String[] {"data/execution/task/1.0"},
                "retention_days",
                0,
                "evidence_days",
                0))
        .ok();
    var subject = enqueueWith(queueKey, "subject_name", "plate 7", "properties", Map.of("a", 1));
    var worker = worker();
    service.post("actions/complete", on(worker, claimOne(worker, queueKey))).ok();
    operator.post("/api/v1/jobs/cleanup-sweep", null).ok();
    var database = tapline.server().database();
    new EvidenceRetirement(tapline.engine(), database.serving(), database.owner())
        .retire(tapline.tenantId(tenant));
    return subject;
  }

  public String state(String subjectEuid) {
    return operator.get("subjects/" + subjectEuid).ok().path("execution").path("state").asString();
  }
}
