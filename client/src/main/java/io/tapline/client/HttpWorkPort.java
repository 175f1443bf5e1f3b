package io.tapline.client;

import io.tapline.client.error.ConflictException;
import io.tapline.client.error.Problem;
import io.tapline.client.error.TaplineException;
import io.tapline.client.error.UnauthenticatedException;
import io.tapline.client.http.AnswerReader;
import io.tapline.client.http.IdempotencyKeys;
import io.tapline.client.http.TaplineHttp;
import io.tapline.client.http.WireJson;
import io.tapline.client.worker.ActionReport;
import io.tapline.client.worker.ClaimRequest;
import io.tapline.client.worker.ClaimedSubject;
import io.tapline.client.worker.ClaimedSubjectBuilder;
import io.tapline.client.worker.CompletionReport;
import io.tapline.client.worker.FailureReport;
import io.tapline.client.worker.HeartbeatAnswer;
import io.tapline.client.worker.HeldLease;
import io.tapline.client.worker.ItemVerdict;
import io.tapline.client.worker.ProgressReport;
import io.tapline.client.worker.ReleaseReport;
import io.tapline.client.worker.ReportOutcome;
import io.tapline.client.worker.ResultReport;
import io.tapline.client.worker.WorkPort;
import io.tapline.client.worker.WorkerRegistration;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Connects the worker runtime to a server over HTTP. */
final class HttpWorkPort implements WorkPort {

  /**
   * Lower limit of the renewal timeout: a busy server may need longer than a third of a short
   * lease.
   */
  private static final Duration LEAST = Duration.ofSeconds(2);

  /**
   * For calls at the start of a worker, which retry as any client call does; a running worker
   * retries in its own loops.
   */
  private final TaplineHttp patient;

  private final TaplineHttp once;
  private final DatabaseClock clock = new DatabaseClock();

  HttpWorkPort(TaplineHttp http) {
    this.patient = http;
    this.once = http.once(http.timeout());
  }

  @Override
  public void requireQueue(String queueKey) {
    patient.get("queues/" + TaplineHttp.encode(queueKey));
  }

  @Override
  public String register(WorkerRegistration worker) {
    var body =
        WireJson.object()
            .put("worker_key", worker.workerKey())
            .put("display_name", worker.displayName())
            .put("worker_type", worker.workerType())
            .put("max_concurrent_leases", worker.maxConcurrentLeases())
            .put("heartbeat_ttl_seconds", worker.heartbeatTtl().toSeconds())
            .put("host", worker.host())
            .put("process_identity", worker.processIdentity());
    put(body, "build_version", worker.buildVersion());
    body.set("capabilities", WireJson.tree(worker.capabilities()));
    body.set("site_scope", WireJson.tree(worker.siteScope()));
    body.set("platform_scope", WireJson.tree(worker.platformScope()));
    body.set("assay_scope", WireJson.tree(worker.assayScope()));
    var answer = patient.post("actions/register-worker", body);
    clock.learn(answer.path("result").path("heartbeat_at").asString(null));
    return answer.path("worker_euid").asString();
  }

  @Override
  public List<ClaimedSubject> claim(ClaimRequest request) {
    var body =
        WireJson.object()
            .put("worker_euid", request.workerEuid())
            .put("max_items", request.maxItems())
            .put("start", true)
            .put(IdempotencyKeys.FIELD, request.idempotencyKey());
    put(body, "queue_key", request.queueKey());
    return claimed(claim(body, request.patience()));
  }

  private static List<ClaimedSubject> claimed(JsonNode answer) {
    var claims = new ArrayList<ClaimedSubject>();
    for (var item : answer.path("claims")) {
      claims.add(
          ClaimedSubjectBuilder.builder()
              .subjectEuid(item.path("subject_euid").asString())
              .queueKey(item.path("queue_key").asString())
              .actionKey(item.path("next_action_key").asString(null))
              .attemptNumber(item.path("attempt_number").asInt())
              .fencingToken(item.path("fencing_token").asLong())
              .leaseEuid(item.path("lease_euid").asString())
              .recordEuid(item.path("record_euid").asString())
              .ttl(Duration.ofSeconds(item.path("ttl_seconds").asLong()))
              .heartbeatInterval(
                  Duration.ofSeconds(item.path("heartbeat_interval_seconds").asLong()))
              .correlationId(item.path("correlation_id").asString(null))
              .traceId(item.path("trace_id").asString(null))
              .properties(item.path("properties"))
              .build());
    }
    return claims;
  }

  /**
   * The claim carries a deadline: after this call times out, the server must not grant work that no
   * worker waits for.
   */
  private JsonNode claim(ObjectNode body, Duration patience) {
    var latest = clock.in(patience.plus(once.timeout()));
    put(body, "not_after", latest == null ? null : latest.toString());
    try {
      return once.post("actions/claim", body, patience);
    } catch (ConflictException e) {
      if (!e.code().equals("CLAIM_TOO_LATE") || latest == null) {
        throw e;
      }
      // The call has not timed out, so the database's clock was changed.
      clock.forget();
      body.remove("not_after");
      return once.post("actions/claim", body, patience);
    }
  }

  @Override
  public List<ItemVerdict> renew(String workerEuid, List<HeldLease> leases) {
    return verdicts(
        inTime(leases), "actions/renew-lease", leases, lease -> verb(workerEuid, lease));
  }

  /**
   * A pack action is sent in its own request, because it takes no batch; all other results share
   * one request.
   */
  @Override
  public ReportOutcome report(
      String workerEuid, List<? extends ResultReport> results, ClaimRequest claim) {
    var verdicts = new ArrayList<ItemVerdict>();
    var endings = WireJson.object();
    var items = endings.putArray("items");
    for (var result : results) {
      if (result instanceof ActionReport performance) {
        verdicts.add(perform(workerEuid, performance));
      } else {
        verdicts.add(null);
        items.add(body(workerEuid, result));
      }
    }
    if (items.isEmpty()) {
      return new ReportOutcome(verdicts, List.of());
    }
    if (claim != null) {
      endings.set("claim_next", claimNext(claim));
    }
    var answer = once.post("actions/report-results", endings);
    if (answer.path("claim_problem").path("code").asString("").equals("CLAIM_TOO_LATE")) {
      // The call has not timed out, so the database's clock was changed.
      clock.forget();
    }
    var received = verdicts(answer);
    if (received.size() != items.size()) {
      var detail = received.size() + " verdicts came for " + items.size() + " results";
      throw new Problem("INTERNAL_ERROR", 500, detail, null).exception();
    }
    var next = received.iterator();
    verdicts.replaceAll(verdict -> verdict == null ? next.next() : verdict);
    return new ReportOutcome(verdicts, claimed(answer.path("claimed")));
  }

  /**
   * The claim carries the deadline of this call; the results are recorded even when the claim is
   * too late.
   */
  private ObjectNode claimNext(ClaimRequest next) {
    var claim =
        WireJson.object()
            .put("max_items", next.maxItems())
            .put("start", true)
            .put(IdempotencyKeys.FIELD, next.idempotencyKey());
    put(claim, "queue_key", next.queueKey());
    var latest = clock.in(once.timeout());
    put(claim, "not_after", latest == null ? null : latest.toString());
    return claim;
  }

  private static ObjectNode body(String workerEuid, ResultReport result) {
    if (result instanceof CompletionReport completion) {
      return body(workerEuid, completion).put("action", "complete");
    }
    if (result instanceof FailureReport failure) {
      return body(workerEuid, failure).put("action", "fail");
    }
    return verb(workerEuid, result.lease())
        .put("action", "release-lease")
        .put("reason", ((ReleaseReport) result).reason())
        .put(IdempotencyKeys.FIELD, result.idempotencyKey());
  }

  private static ObjectNode body(String workerEuid, CompletionReport completion) {
    var body =
        verb(workerEuid, completion.lease())
            .put(IdempotencyKeys.FIELD, completion.idempotencyKey());
    put(body, "action_key", completion.actionKey());
    put(body, "next_queue_key", completion.nextQueueKey());
    put(body, "next_action_key", completion.nextActionKey());
    if (completion.result() != null) {
      body.set("result_payload", completion.result());
    }
    if (!completion.outputs().isEmpty()) {
      body.set("outputs", WireJson.tree(completion.outputs()));
    }
    return body;
  }

  private ItemVerdict perform(String workerEuid, ActionReport performance) {
    var body = verb(workerEuid, performance.lease());
    if (performance.fields() != null) {
      performance
          .fields()
          .properties()
          .forEach(field -> body.set(field.getKey(), field.getValue()));
    }
    body.put(IdempotencyKeys.FIELD, performance.idempotencyKey());
    try {
      once.post("actions/" + performance.actionKey().replace('_', '-'), body);
      return ItemVerdict.ACCEPTED;
    } catch (TaplineException e) {
      if (e.passing() || e instanceof UnauthenticatedException) {
        throw e;
      }
      return ItemVerdict.refused(new Problem(e.code(), e.status(), e.detail(), e.field()));
    }
  }

  private static ObjectNode body(String workerEuid, FailureReport failure) {
    var body =
        verb(workerEuid, failure.lease())
            .put(IdempotencyKeys.FIELD, failure.idempotencyKey())
            .put("error_class", failure.errorClass().name());
    put(body, "error_code", failure.errorCode());
    put(body, "error_message", failure.errorMessage());
    put(body, "reason_code", failure.reasonCode());
    put(body, "stage", failure.stage());
    if (failure.result() != null) {
      body.set("result_payload", failure.result());
    }
    return body;
  }

  @Override
  public List<ItemVerdict> progress(String workerEuid, List<ProgressReport> notes) {
    return verdicts(
        once,
        "actions/progress",
        notes,
        note -> {
          var body = verb(workerEuid, note.lease());
          put(body, "message", note.message());
          return note.fraction() == null ? body : body.put("fraction", note.fraction());
        });
  }

  @Override
  public HeartbeatAnswer heartbeat(String workerEuid) {
    return beat(WireJson.object().put("worker_euid", workerEuid));
  }

  @Override
  public HeartbeatAnswer leave(String workerEuid) {
    return beat(WireJson.object().put("worker_euid", workerEuid).put("ending", true));
  }

  private HeartbeatAnswer beat(ObjectNode body) {
    var result = once.post("actions/heartbeat-worker", body).path("result");
    clock.learn(result.path("heartbeat_at").asString(null));
    return new HeartbeatAnswer(
        texts(result.path("live_leases")),
        texts(result.path("lost_leases")),
        texts(result.path("cancel_requested")));
  }

  private static List<String> texts(JsonNode list) {
    var all = new ArrayList<String>();
    list.forEach(text -> all.add(text.asString()));
    return all;
  }

  /**
   * Timeout of a third of the shortest lease, so that a slow renewal can be retried before the
   * lease lapses.
   */
  private TaplineHttp inTime(List<HeldLease> leases) {
    var third =
        leases.stream()
            .map(HeldLease::ttl)
            .min(Comparator.naturalOrder())
            .orElseThrow()
            .dividedBy(3);
    var longest = third.compareTo(LEAST) < 0 ? LEAST : third;
    return longest.compareTo(once.timeout()) < 0 ? once.once(longest) : once;
  }

  private static ObjectNode verb(String workerEuid, HeldLease lease) {
    var body =
        WireJson.object().put("worker_euid", workerEuid).put("lease_euid", lease.leaseEuid());
    put(body, "subject_euid", lease.subjectEuid());
    return body;
  }

  private static void put(ObjectNode body, String field, String value) {
    if (value != null) {
      body.put(field, value);
    }
  }

  private static <T> List<ItemVerdict> verdicts(
      TaplineHttp http, String path, List<T> all, Function<T, ObjectNode> body) {
    return verdicts(http.post(path, items(all, body)));
  }

  private static <T> ObjectNode items(List<T> all, Function<T, ObjectNode> body) {
    var request = WireJson.object();
    var items = request.putArray("items");
    all.forEach(one -> items.add(body.apply(one)));
    return request;
  }

  private static List<ItemVerdict> verdicts(JsonNode answer) {
    var verdicts = new ArrayList<ItemVerdict>();
    for (var item : answer.path("items")) {
      verdicts.add(verdict(item));
    }
    return verdicts;
  }

  private static ItemVerdict verdict(JsonNode item) {
    return item.path("problem").isObject()
        ? ItemVerdict.refused(AnswerReader.problem(item.path("problem")))
        : new ItemVerdict(
            null, item.path("answer").path("result").path("cancel_requested").asBoolean(false));
  }
}
