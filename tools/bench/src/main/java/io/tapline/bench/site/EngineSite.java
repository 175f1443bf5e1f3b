package io.tapline.bench.site;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.tapline.api.ClaimAnswer;
import io.tapline.api.ErrorClass;
import io.tapline.api.Limits;
import io.tapline.api.OnFailure;
import io.tapline.api.Refusal;
import io.tapline.api.Role;
import io.tapline.api.request.Claim;
import io.tapline.api.request.Command;
import io.tapline.api.request.Complete;
import io.tapline.api.request.CreateQueue;
import io.tapline.api.request.CreateWorkflow;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.Fail;
import io.tapline.api.request.PlaceHold;
import io.tapline.api.request.QueueFields;
import io.tapline.api.request.QueueFieldsBuilder;
import io.tapline.api.request.RegisterWorker;
import io.tapline.api.request.RequestMeta;
import io.tapline.api.request.StatePrecondition;
import io.tapline.bench.host.BenchDatabase;
import io.tapline.bench.host.BenchServer;
import io.tapline.bench.host.UncheckedCalls;
import io.tapline.bench.host.WireCount;
import io.tapline.engine.Engine;
import io.tapline.engine.EvidenceRetirement;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.ItemOutcome;
import io.tapline.engine.pipeline.ActionListener;
import io.tapline.engine.read.queue.ItemFilter;
import io.tapline.tapdb.Database;
import io.tapline.tapdb.Json;
import io.tapline.tapdb.Tenants;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/**
 * Tapline on its own database: the engine in process, one tenant, queues and workers. All evidence
 * is written, and every request has an idempotency key.
 */
public final class EngineSite implements TaplineSite {

  public static final String TENANT = "bench";
  public static final String QUEUE = "bench";

  /** The principal that enqueues. */
  public static final String OPERATOR = "operator";

  private static final int WORKFLOW = 300;

  private static final int LEASE_SECONDS = 600;
  private static final int ENQUEUE_BATCH = 1_000;

  private final Database database;
  private final HikariDataSource pool;
  private final Engine engine;
  private final long tenantId;
  private final Caller admin;
  private final Caller operator;
  private final Caller service;
  private final AtomicLong keys = new AtomicLong();
  private EnqueueSignal signal = new EnqueueSignal(0, 1);

  /**
   * @param connections number of threads that use it at once
   */
  public EngineSite(BenchDatabase at, int connections) {
    this(provision(at), connections);
  }

  /** Opens the site on a copy of a provisioned database. */
  public static EngineSite onCopy(BenchDatabase at, int connections) {
    return onCopy(at.jdbcUrl(), connections);
  }

  /** Opens the site and counts all statements and round trips. */
  public static EngineSite onCopy(BenchDatabase at, int connections, WireCount count) {
    return onCopy(at.jdbcUrl(count.parameter()), connections);
  }

  private static EngineSite onCopy(String jdbcUrl, int connections) {
    return new EngineSite(Database.provisioned(jdbcUrl, BenchServer.PASSWORDS), connections);
  }

  public static Database provision(BenchDatabase at) {
    return Database.provision(at.jdbcUrl(), at.user(), at.password(), BenchServer.PASSWORDS);
  }

  private EngineSite(Database database, int connections) {
    this.database = database;
    var config = new HikariConfig();
    config.setDataSource(database.serving());
    config.setMaximumPoolSize(connections);
    pool = new HikariDataSource(config);
    engine = new Engine(pool);
    tenantId = new Tenants(database.owner()).create(TENANT, TENANT, List.of(Engine.PACK));
    admin = new Caller(tenantId, "admin", Set.of(Role.ADMIN));
    operator = new Caller(tenantId, OPERATOR, Set.of(Role.OPERATOR));
    service = new Caller(tenantId, "service", Set.of(Role.WORKER_SERVICE));
    queue(QUEUE);
  }

  public Engine engine() {
    return engine;
  }

  public long tenantId() {
    return tenantId;
  }

  public void queue(String queueKey) {
    create(queueKey, fields().build());
  }

  /**
   * Creates a queue whose finished jobs can be retired.
   *
   * @param days days until a finished job is retired, and again until its evidence is deleted
   */
  public void queue(String queueKey, int days) {
    create(queueKey, fields().retentionDays(days).evidenceDays(days).build());
  }

  private static QueueFieldsBuilder fields() {
    return QueueFields.builder()
        .subjectTemplateCodes(List.of(Enqueue.TASK))
        .leaseTtlSeconds(LEASE_SECONDS);
  }

  private void create(String queueKey, QueueFields fields) {
    engine.execute(admin, new CreateQueue(RequestMeta.key(key("queue")), queueKey, fields));
  }

  @Override
  public String worker(int limit) {
    var key = key("worker");
    return engine.execute(service, RegisterWorker.service(key, key, limit)).workerEuid();
  }

  public void enqueue(List<Enqueue> commands) {
    engine.executeAll(operator, commands).forEach(ItemOutcome::orThrow);
  }

  /**
   * Claims and starts.
   *
   * @param queueKey null for any queue that the worker can serve
   */
  public List<ClaimAnswer.Item> claim(String worker, String queueKey, int most) {
    var claim = Claim.batch(key("claim"), worker, queueKey, most, true);
    return engine.claim(service, claim).claims();
  }

  /** A claim without a job returns after the wait, or earlier when jobs were enqueued here. */
  @Override
  public List<ClaimAnswer.Item> claim(String worker, String queueKey, int most, Duration wait) {
    var claims = claim(worker, queueKey, most);
    if (claims.isEmpty()) {
      UncheckedCalls.run(() -> signal.await(wait));
    }
    return claims;
  }

  /** Wakes idle workers when jobs are enqueued here, as the Spring Boot starter does. */
  public void wakeIdle(int workers, int batch) {
    signal = new EnqueueSignal(workers, batch);
    engine.listen(signal);
  }

  @Override
  public List<ClaimAnswer.Item> completeAndClaim(
      String worker, List<ClaimAnswer.Item> items, String queueKey, int most) {
    var claim = Claim.batch(key("claim"), worker, queueKey, most, true);
    var reported = engine.report(service, completions(worker, items), claim);
    reported.outcomes().forEach(ItemOutcome::orThrow);
    return reported.claimed().orThrow().claims();
  }

  private static List<Complete> completions(String worker, List<ClaimAnswer.Item> items) {
    return items.stream()
        .map(item -> Complete.of("done", item.subjectEuid(), worker, item.leaseEuid()))
        .toList();
  }

  @Override
  public void complete(String worker, List<ClaimAnswer.Item> items) {
    var completions = completions(worker, items);
    if (completions.size() == 1) {
      engine.execute(service, completions.get(0));
    } else {
      engine.executeAll(service, completions).forEach(ItemOutcome::orThrow);
    }
  }

  @Override
  public void enqueue(int from, int count) {
    enqueue(
        IntStream.range(from, from + count)
            .mapToObj(n -> Enqueue.task("job-" + n, QUEUE, Json.object().put("n", n)))
            .toList());
  }

  /** Enqueues jobs with unique keys and without a payload except their number. */
  public void enqueue(String queueKey, int count) {
    for (int from = 0; from < count; from += ENQUEUE_BATCH) {
      enqueue(
          IntStream.range(from, Math.min(count, from + ENQUEUE_BATCH))
              .mapToObj(n -> Enqueue.task(key("job"), queueKey, Json.object().put("n", n)))
              .toList());
    }
  }

  /**
   * Enqueues this number of jobs and completes them in batches.
   *
   * @throws IllegalStateException when the queue did not contain them
   */
  public void finish(String queueKey, int count, int batch) {
    enqueue(queueKey, count);
    var worker = worker(batch);
    int done = 0;
    for (var claimed = claim(worker, queueKey, batch); !claimed.isEmpty(); ) {
      done += claimed.size();
      claimed = completeAndClaim(worker, claimed, queueKey, batch);
    }
    if (done != count) {
      throw new IllegalStateException(done + " of " + count + " jobs were claimed");
    }
  }

  /**
   * Retires finished jobs and deletes their evidence when they are due.
   *
   * @return number of jobs whose evidence was deleted
   */
  public int retire() {
    engine.cleanUp(tenantId);
    return new EvidenceRetirement(engine, pool, database.owner()).retire(tenantId);
  }

  /** Claims this number of jobs and fails them permanently. */
  public void failForGood(int count) {
    var worker = worker(count);
    var failures =
        claim(worker, QUEUE, count).stream()
            .map(
                item ->
                    Fail.of(
                        "failed",
                        item.subjectEuid(),
                        worker,
                        item.leaseEuid(),
                        ErrorClass.PERMANENT_INPUT,
                        "cannot be read"))
            .toList();
    engine.executeAll(service, failures).forEach(ItemOutcome::orThrow);
  }

  /** Holds this number of waiting jobs. */
  public void hold(int count) {
    var holds =
        engine
            .reads()
            .queues()
            .items(tenantId, QUEUE, ItemFilter.NONE, count, null)
            .items()
            .stream()
            .map(
                item ->
                    new PlaceHold(
                        RequestMeta.key(key("hold")),
                        item.subjectEuid(),
                        StatePrecondition.NOTHING,
                        QUEUE,
                        "OPERATOR_HOLD",
                        "to be looked at"))
            .toList();
    engine.executeAll(operator, holds).forEach(ItemOutcome::orThrow);
  }

  /**
   * A workflow of 300 jobs: a first one, all but one of the others in parallel, and a last one with
   * as many dependencies as a job may have.
   */
  public String workflow() {
    var steps = new ArrayList<CreateWorkflow.WorkflowStep>();
    steps.add(step("begin", List.of()));
    var last = new ArrayList<String>();
    for (int i = 0; i < WORKFLOW - 2; i++) {
      var name = "part-" + i;
      steps.add(step(name, List.of("begin")));
      if (last.size() < Limits.LIST) {
        last.add(name);
      }
    }
    steps.add(step("end", last));
    var command =
        new CreateWorkflow(RequestMeta.key(key("workflow")), "reads", "bench", "bench", steps);
    return engine.execute(operator, command).document().path("workflow_euid").asString();
  }

  private CreateWorkflow.WorkflowStep step(String name, List<String> after) {
    return new CreateWorkflow.WorkflowStep(
        name,
        Enqueue.task(key("step"), QUEUE, null),
        after,
        after.isEmpty() ? null : OnFailure.FAIL);
  }

  /** A unique idempotency key. */
  public String key(String what) {
    return what + "-" + keys.incrementAndGet();
  }

  @Override
  public void close() {
    pool.close();
  }

  /**
   * Wakes idle workers of the same process when jobs were committed, but only as many as the jobs
   * require.
   */
  private static final class EnqueueSignal implements ActionListener {

    private final int workers;
    private final int batch;
    private final Semaphore wakeUps = new Semaphore(0);

    EnqueueSignal(int workers, int batch) {
      this.workers = workers;
      this.batch = batch;
    }

    @Override
    public void carriedOut(
        Caller caller,
        List<? extends Command> commands,
        List<ItemOutcome> outcomes,
        Duration took) {
      if (commands.get(0) instanceof Enqueue) {
        int enough = (commands.size() + batch - 1) / batch;
        wakeUps.release(Math.min(enough, Math.max(0, workers - wakeUps.availablePermits())));
      }
    }

    @Override
    public void claimed(
        Caller caller, Claim command, ClaimAnswer answer, Refusal refusal, Duration took) {}

    /**
     * Returns when there may be work: jobs were committed since the last claim of the worker, or
     * later.
     */
    void await(Duration longest) throws InterruptedException {
      if (!wakeUps.tryAcquire()) {
        wakeUps.tryAcquire(longest.toNanos(), TimeUnit.NANOSECONDS);
      }
    }
  }
}
