package io.tapline.bench.site;

import io.tapline.api.ClaimAnswer;
import io.tapline.api.Scope;
import io.tapline.api.WorkerType;
import io.tapline.api.request.ClaimBuilder;
import io.tapline.api.request.Complete;
import io.tapline.api.request.CreateQueue;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.EnqueueBuilder;
import io.tapline.api.request.QueueFields;
import io.tapline.api.request.RegisterWorkerBuilder;
import io.tapline.api.request.RequestMeta;
import io.tapline.bench.host.UncheckedCalls;
import io.tapline.client.TaplineClient;
import io.tapline.client.api.ItemResult;
import io.tapline.client.error.Problem;
import io.tapline.client.http.IdempotencyKeys;
import io.tapline.client.http.WireJson;
import io.tapline.client.worker.WorkerBuilder;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/** Tapline over HTTP: one tenant of a server, through the Java client. */
public final class HttpSite implements TaplineSite {

  private static final String TASK = "data/execution/task/1.0";
  private static final int LEASE_SECONDS = 600;

  private static final AtomicLong KEYS = new AtomicLong();

  private final TaplineClient client;

  private HttpSite(TaplineClient client) {
    this.client = client;
  }

  /** Connects and creates the queue. */
  public HttpSite(String address, String token) {
    this(TaplineClient.builder().url(address).token(token).build());
    queue(EngineSite.QUEUE);
  }

  /** Connects to an existing queue, with separate connections. */
  public static HttpSite joining(String address, String token) {
    return new HttpSite(TaplineClient.builder().url(address).token(token).build());
  }

  public void queue(String queueKey) {
    client
        .queues()
        .create(
            new CreateQueue(
                null,
                queueKey,
                QueueFields.builder()
                    .subjectTemplateCodes(List.of(TASK))
                    .leaseTtlSeconds(LEASE_SECONDS)
                    .build()));
  }

  @Override
  public String worker(int limit) {
    return worker(limit, List.of());
  }

  /**
   * @param sites sites that the worker serves; none for all
   */
  public String worker(int limit, List<String> sites) {
    var key = "worker-" + KEYS.incrementAndGet();
    return client
        .workers()
        .register(
            RegisterWorkerBuilder.builder()
                .workerKey(key)
                .workerType(WorkerType.SERVICE)
                .maxConcurrentLeases(limit)
                .siteScope(sites)
                .build())
        .workerEuid();
  }

  @Override
  public void enqueue(int from, int count) {
    enqueue(from, count, null);
  }

  /**
   * @param site site of the jobs; null for none, so that every worker may claim them
   */
  public void enqueue(int from, int count, String site) {
    client
        .subjects()
        .enqueue(IntStream.range(from, from + count).mapToObj(job -> task(job, site)).toList())
        .forEach(ItemResult::orThrow);
  }

  private static Enqueue task(int job, String site) {
    return EnqueueBuilder.builder()
        .meta(RequestMeta.key("job-" + job))
        .templateCode(Enqueue.TASK)
        .queueKey(EngineSite.QUEUE)
        .properties(WireJson.object().put("n", job))
        .scope(site == null ? null : new Scope(site, null, null))
        .build();
  }

  @Override
  public List<ClaimAnswer.Item> claim(String worker, String queueKey, int most, Duration wait) {
    var request =
        ClaimBuilder.builder()
            .workerEuid(worker)
            .queueKey(queueKey)
            .maxItems(most)
            .start(true)
            .build();
    return (wait.isZero() ? client.leases().claim(request) : client.leases().claim(request, wait))
        .claims();
  }

  @Override
  public List<ClaimAnswer.Item> completeAndClaim(
      String worker, List<ClaimAnswer.Item> claims, String queueKey, int most) {
    return most == 1
        ? completeAndClaim(worker, claims.get(0), queueKey)
        : completeAllAndClaim(worker, claims, queueKey, most);
  }

  private List<ClaimAnswer.Item> completeAndClaim(
      String worker, ClaimAnswer.Item claim, String queueKey) {
    var done =
        client
            .leases()
            .complete(
                Complete.of(null, claim.subjectEuid(), worker, claim.leaseEuid()),
                ClaimBuilder.builder().queueKey(queueKey).start(true).build());
    return claimed(done.claimed(), done.claimProblem());
  }

  /** Uses the untyped calls: the typed calls have no claim with a batch. */
  private List<ClaimAnswer.Item> completeAllAndClaim(
      String worker, List<ClaimAnswer.Item> claims, String queueKey, int most) {
    var body = WireJson.object();
    var items = body.putArray("items");
    claims.forEach(
        claim ->
            items
                .addObject()
                .put("worker_euid", worker)
                .put("subject_euid", claim.subjectEuid())
                .put("lease_euid", claim.leaseEuid())
                .put(IdempotencyKeys.FIELD, "done-" + claim.leaseEuid()));
    body.putObject("claim_next")
        .put("queue_key", queueKey)
        .put("max_items", most)
        .put("start", true)
        .put(IdempotencyKeys.FIELD, "next-" + claims.get(0).leaseEuid());
    var done = client.http().post("actions/complete", body, Duration.ZERO, Reported.class);
    done.items().forEach(ItemResult::orThrow);
    return claimed(done.claimed(), done.claimProblem());
  }

  /** The answer to a batch of completions with a claim. */
  private record Reported(List<ItemResult> items, ClaimAnswer claimed, Problem claimProblem) {}

  private static List<ClaimAnswer.Item> claimed(ClaimAnswer claimed, Problem problem) {
    if (problem != null) {
      throw problem.exception();
    }
    return claimed.claims();
  }

  @Override
  public void complete(String worker, List<ClaimAnswer.Item> claims) {
    var requests =
        claims.stream()
            .map(c -> Complete.of(null, c.subjectEuid(), worker, c.leaseEuid()))
            .toList();
    if (requests.size() == 1) {
      client.leases().complete(requests.get(0));
    } else {
      client.leases().complete(requests).forEach(ItemResult::orThrow);
    }
  }

  /**
   * Completes all enqueued jobs, with this number of workers on separate connections.
   *
   * @param batch maximum number of jobs per claim and completion
   */
  public void workOff(int workers, int batch) {
    UncheckedCalls.parallel(workers, () -> workOff(worker(batch), batch));
  }

  private void workOff(String worker, int batch) {
    var claims = claim(worker, EngineSite.QUEUE, batch, Duration.ZERO);
    while (!claims.isEmpty()) {
      claims = completeAndClaim(worker, claims, EngineSite.QUEUE, batch);
      if (claims.isEmpty()) {
        // Other workers may have locked the remaining jobs.
        claims = claim(worker, EngineSite.QUEUE, batch, Duration.ZERO);
      }
    }
  }

  /** A worker runtime without a handler, not started. */
  public WorkerBuilder runtime(int concurrency) {
    return client
        .worker("bench")
        .queue(EngineSite.QUEUE)
        .concurrency(concurrency)
        .stopAtExit(false);
  }

  @Override
  public void close() {
    client.close();
  }
}
