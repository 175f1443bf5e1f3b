package io.tapline.server.fuzz;

import io.tapline.server.testing.GoodJobs;
import io.tapline.server.testing.GoodRequests;
import io.tapline.server.testing.HttpReply;
import io.tapline.server.testing.RawHttp;
import io.tapline.server.testing.TableDigest;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import io.tapline.tapdb.Json;
import java.io.IOException;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** One server, and all requests of one seed. */
final class FuzzRun implements AutoCloseable {

  /**
   * None lapses while this runs: a request that meets a lapse settles it, even if it is refused.
   */
  private static final int LEASE = 86_400;

  private static final int CONNECTIONS = 4;
  private static final int BATCH = 1_000;

  /** Every so many batches are sent while new work is refused. */
  private static final int OFF_EVERY = 5;

  /** After so many, what else is wrong is most likely the same. */
  private static final int MOST_FAULTS = 30;

  /** Refused requests are sent again without the accepted ones, until all are refused. */
  private static final int ROUNDS = 4;

  private final TestTapline tapline = TestTapline.startWithGrpc();
  private final ExecutorService pool = Executors.newFixedThreadPool(CONNECTIONS);
  private final Queue<String> faults = new ConcurrentLinkedQueue<>();
  private final Set<String> answered = ConcurrentHashMap.newKeySet();
  private final Set<String> checked = ConcurrentHashMap.newKeySet();
  private final Map<Integer, Integer> statuses = new ConcurrentHashMap<>();
  private final List<TenantApi> labs =
      List.of(new TenantApi(tapline, "acme", LEASE), new TenantApi(tapline, "other", LEASE));
  private final KnownValues known = new KnownValues();
  private final RequestMaker maker;
  private final MessageFuzz messages;
  private int compared;

  /** A request, and the status that it got; 0 when none came. */
  private record Sent(FuzzRequest request, int status) {

    boolean maySettle() {
      return status >= 200 && status < 400 && !request.reads();
    }
  }

  FuzzRun(long seed) {
    var document = tapline.document();
    var good = seeded(document);
    labs.forEach(lab -> everyList(document, lab, known));
    maker = new RequestMaker(document, good, known, seed);
    messages = new MessageFuzz(tapline.server().grpcPort(), known, seed);
  }

  /** One of everything, in the making of requests that would be carried out. */
  private Map<String, GoodRequests.Good> seeded(JsonNode document) {
    for (var lab : labs) {
      var queue = lab.queue();
      lab.enqueue(queue);
      lab.enqueue(queue);
      known.addAll(lab.claimOne(lab.worker(), queue));
      if (lab.serves("/v1/joblib/")) {
        lab.service.get("/v1/joblib/rooms/lab/jobs").ok();
      }
    }
    var requests = new GoodRequests(labs.get(0));
    var good = new TreeMap<String, GoodRequests.Good>();
    for (var path : document.path("paths").properties()) {
      if (path.getValue().properties().stream().anyMatch(o -> o.getValue().has("requestBody"))) {
        var one = requests.at(path.getKey());
        good.put(one.method() + " " + path.getKey(), one);
        known.addPath(path.getKey(), one.target());
        known.addAll(Json.tree(one.body()));
      }
    }
    return good;
  }

  private static void everyList(JsonNode document, TenantApi lab, KnownValues known) {
    for (var path : document.path("paths").properties()) {
      if (path.getValue().has("get") && !path.getKey().contains("{")) {
        var reply = lab.admin.get(path.getKey());
        var type = String.valueOf(reply.header("Content-Type"));
        if (reply.status() == 200
            && type.startsWith("application/json")
            && !path.getKey().equals("/openapi.json")) {
          known.addAll(reply.json());
        }
      }
    }
  }

  void sendAll(int count) throws InterruptedException {
    for (int from = 0; from < count && faults.size() < MOST_FAULTS; from += BATCH) {
      // A switch that one request turned off would block all later requests.
      for (var lab : labs) {
        boolean on = from / BATCH % OFF_EVERY != OFF_EVERY - 1;
        lab.admin
            .post(GoodJobs.JOBS + "switch", TenantApi.body("enabled", on, "reason", "a test"))
            .ok();
      }
      var batch = new ArrayList<FuzzRequest>();
      for (int i = from; i < Math.min(from + BATCH, count); i++) {
        batch.add(maker.next(i));
      }
      batch(batch);
    }
  }

  private void batch(List<FuzzRequest> all) throws InterruptedException {
    var open = all;
    var before = settled(TableDigest.of(tapline.scratch()));
    for (int round = 0; round < ROUNDS; round++) {
      var sent = send(open);
      var after = TableDigest.of(tapline.scratch());
      if (sent.stream().noneMatch(Sent::maySettle)) {
        compared += open.size();
        if (!after.equals(before)) {
          blame(open);
        }
        return;
      }
      open = sent.stream().filter(one -> !one.maySettle()).map(Sent::request).toList();
      before = settled(after);
    }
  }

  /** Once the tasks that the server does by itself are done. */
  private Map<String, String> settled(Map<String, String> seen) {
    var before = seen;
    for (var now = TableDigest.of(tapline.scratch());
        !now.equals(before);
        now = TableDigest.of(tapline.scratch())) {
      before = now;
    }
    return before;
  }

  /** One of them that does it again; else it was a task that the server took its time over. */
  private void blame(List<FuzzRequest> all) {
    var before = settled(TableDigest.of(tapline.scratch()));
    for (var request : all) {
      one(request);
      var after = TableDigest.of(tapline.scratch());
      if (!after.equals(before)) {
        report(request, "was refused and changed something: " + before + " -> " + after);
        before = settled(after);
      }
    }
  }

  private void report(FuzzRequest request, String fault) {
    if (faults.size() < MOST_FAULTS) {
      faults.add(
          "request "
              + request.number()
              + " "
              + request.operation()
              + "\n"
              + request.curl(tapline.server().port())
              + "\n-> "
              + fault);
    }
  }

  private List<Sent> send(List<FuzzRequest> requests) throws InterruptedException {
    var work = requests.stream().map(request -> (Callable<Sent>) () -> one(request)).toList();
    var sent = new ArrayList<Sent>();
    for (var answer : pool.invokeAll(work)) {
      try {
        sent.add(answer.get());
      } catch (ExecutionException e) {
        throw new IllegalStateException(e);
      }
    }
    return sent;
  }

  private Sent one(FuzzRequest request) {
    int status = 0;
    String fault;
    try {
      var answer = RawHttp.send(tapline.server().port(), request.bytes());
      status = answer.status();
      statuses.merge(status, 1, Integer::sum);
      answered.add(request.role() + " " + request.operation());
      fault = fault(request, answer);
    } catch (IOException | RuntimeException e) {
      fault = e.toString();
    }
    if (fault != null) {
      report(request, fault);
    }
    return new Sent(request, status);
  }

  private String fault(FuzzRequest request, RawHttp.Answer answer) {
    var text = new String(answer.body(), StandardCharsets.UTF_8);
    if (answer.status() >= 500 && answer.status() != 503) {
      return answer.status() + " " + text;
    }
    if (request.method().equals("HEAD")) {
      return null;
    }
    // Most are sent twice; the same answer need not be read again, some are a megabyte.
    if (!checked.add(request.number() + " " + answer.status())) {
      return null;
    }
    var headers = new TreeMap<String, List<String>>();
    answer.headers().forEach((name, value) -> headers.put(name, List.of(value)));
    var reply =
        new HttpReply(answer.status(), HttpHeaders.of(headers, (name, value) -> true), text);
    var wrong = tapline.described().faults(request.method(), request.path(), reply);
    return wrong.isEmpty() ? null : answer.status() + " " + text + "\n" + wrong;
  }

  /** Sends messages over gRPC. */
  void sendMessages(int count) throws Exception {
    faults.addAll(messages.send(count));
  }

  /** The faults, each with the request as a shell command. */
  Queue<String> faults() {
    return faults;
  }

  /** Endpoints that somebody got no answer at. */
  Set<String> missed() {
    var missed = new TreeSet<String>();
    for (var operation : maker.operations()) {
      for (var role : RequestMaker.ROLES) {
        missed.add(role + " " + operation.method() + " " + operation.path());
      }
    }
    missed.removeAll(answered);
    return missed;
  }

  String summary() {
    var all =
        new TreeMap<>(statuses)
            .entrySet().stream()
                .map(one -> one.getKey() + ": " + one.getValue())
                .collect(Collectors.joining(", "));
    return maker.operations().size()
        + " operations; answers "
        + all
        + "; refused and found to have changed nothing: "
        + compared
        + "; over gRPC "
        + messages.statuses();
  }

  @Override
  public void close() {
    pool.shutdownNow();
    messages.close();
    tapline.close();
  }
}
