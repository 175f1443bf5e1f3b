package io.tapline.client;

import io.tapline.api.request.Claim;
import io.tapline.api.request.Command;
import io.tapline.api.request.LeaseCommand;
import io.tapline.api.request.PerformAction;
import io.tapline.api.request.RegisterWorker;
import io.tapline.api.request.Renew;
import io.tapline.client.api.Leases;
import io.tapline.client.error.ConflictException;
import io.tapline.client.error.Problem;
import io.tapline.client.error.TaplineException;
import io.tapline.client.error.UnauthenticatedException;
import io.tapline.client.http.AnswerReader;
import io.tapline.client.http.TaplineHttp;
import io.tapline.client.http.WireJson;
import io.tapline.client.worker.ClaimedSubject;
import io.tapline.client.worker.ClaimedSubjectBuilder;
import io.tapline.client.worker.HeartbeatAnswer;
import io.tapline.client.worker.HeldLease;
import io.tapline.client.worker.ItemVerdict;
import io.tapline.client.worker.ReportOutcome;
import io.tapline.client.worker.WorkPort;
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
  public String register(RegisterWorker worker) {
    var answer = patient.post("actions/register-worker", worker.document());
    clock.learn(answer.path("result").path("heartbeat_at").asString(null));
    return answer.path("worker_euid").asString();
  }

  /**
   * The claim carries a deadline: after this call times out, the server must not grant work that no
   * worker waits for.
   */
  @Override
  public List<ClaimedSubject> claim(Claim claim, Duration patience) {
    var latest = clock.in(patience.plus(once.timeout()));
    try {
      return claimed(once.post("actions/claim", claim.until(latest).document(), patience));
    } catch (ConflictException e) {
      if (!e.code().equals("CLAIM_TOO_LATE") || latest == null) {
        throw e;
      }
      // The call has not timed out, so the database's clock was changed.
      clock.forget();
      return claimed(once.post("actions/claim", claim.document(), patience));
    }
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

  @Override
  public List<ItemVerdict> renew(String workerEuid, List<HeldLease> leases) {
    return verdicts(
        inTime(leases),
        "actions/renew-lease",
        leases,
        lease -> new Renew(null, workerEuid, lease.leaseEuid(), null));
  }

  /**
   * A pack action is sent in its own request, because it takes no batch; all other results share
   * one request.
   */
  @Override
  public ReportOutcome report(List<? extends Command> results, Claim claim) {
    var verdicts = new ArrayList<ItemVerdict>();
    var endings = WireJson.object();
    var items = endings.putArray("items");
    for (var result : results) {
      if (result instanceof PerformAction performance) {
        verdicts.add(perform(performance));
      } else {
        verdicts.add(null);
        items.add(result.document().put("action", Leases.verb(result)));
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
  private ObjectNode claimNext(Claim next) {
    var claim = next.until(clock.in(once.timeout())).document();
    claim.remove("worker_euid");
    return claim;
  }

  private ItemVerdict perform(PerformAction performance) {
    try {
      once.post("actions/" + performance.action().wire().replace('_', '-'), performance.document());
      return ItemVerdict.ACCEPTED;
    } catch (TaplineException e) {
      if (e.passing() || e instanceof UnauthenticatedException) {
        throw e;
      }
      return ItemVerdict.refused(new Problem(e.code(), e.status(), e.detail(), e.field()));
    }
  }

  @Override
  public List<ItemVerdict> progress(List<? extends LeaseCommand> notes) {
    return verdicts(once, "actions/progress", notes, note -> note);
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

  private static <T> List<ItemVerdict> verdicts(
      TaplineHttp http, String path, List<T> all, Function<T, Command> command) {
    var request = WireJson.object();
    var items = request.putArray("items");
    all.forEach(one -> items.add(command.apply(one).document()));
    return verdicts(http.post(path, request));
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
