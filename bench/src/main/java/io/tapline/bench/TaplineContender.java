package io.tapline.bench;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.tapline.engine.Engine;
import io.tapline.engine.command.Claim;
import io.tapline.engine.command.Complete;
import io.tapline.engine.command.CreateQueue;
import io.tapline.engine.command.Enqueue;
import io.tapline.engine.command.Meta;
import io.tapline.engine.command.QueueFields;
import io.tapline.engine.command.RegisterWorker;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.Outcome;
import io.tapline.engine.model.Role;
import io.tapline.tapdb.Database;
import io.tapline.tapdb.Tenants;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;

/**
 * Our engine, in process: claim and start in batches, no-op work, complete in batches. Each thread
 * is a worker of its own. All evidence is written, with an idempotency key on every request.
 */
final class TaplineContender implements Contender {

  static final Entry ENTRY =
      new Entry() {
        @Override
        public String name() {
          return "tapline";
        }

        @Override
        public Contender on(BenchDatabase database, int threads) {
          return new TaplineContender(database, threads);
        }

        @Override
        public String countDone(int jobs) {
          return "select count(*) from tapline.instance_subject where exec_state = 'COMPLETED'";
        }
      };

  private static final String QUEUE = "bench";
  private static final int BATCH = 100;

  private final HikariDataSource pool;
  private final Engine engine;
  private final Caller operator;
  private final Caller service;
  private final List<String> workers = new ArrayList<>();
  private final AtomicLong claims = new AtomicLong();

  private TaplineContender(BenchDatabase at, int threads) {
    var passwords = new Database.Passwords("owner-of-bench", "serving-bench");
    var database = Database.provision(at.jdbcUrl(), at.user(), at.password(), passwords);
    var config = new HikariConfig();
    config.setDataSource(database.serving());
    config.setMaximumPoolSize(threads + 1);
    pool = new HikariDataSource(config);
    engine = new Engine(pool);
    long tenant = new Tenants(database.owner()).create("bench", "bench", List.of(Engine.PACK));
    operator = new Caller(tenant, "operator", Set.of(Role.OPERATOR));
    service = new Caller(tenant, "service", Set.of(Role.WORKER_SERVICE));
    engine.execute(
        new Caller(tenant, "admin", Set.of(Role.ADMIN)),
        new CreateQueue(Meta.key("queue"), QUEUE, plainQueue()));
    for (int i = 0; i < threads; i++) {
      var register = RegisterWorker.service("worker-" + i, "worker-" + i, BATCH);
      workers.add(engine.execute(service, register).workerEuid());
    }
  }

  @Override
  public void enqueue(int from, int count) {
    var commands =
        IntStream.range(from, from + count)
            .mapToObj(i -> Enqueue.task("job-" + i, QUEUE, null))
            .toList();
    engine.executeAll(operator, commands).forEach(Outcome::orThrow);
  }

  @Override
  public void work(int jobs, LongConsumer progress) {
    var done = new AtomicLong();
    var threads = Executors.newFixedThreadPool(workers.size());
    try {
      var running =
          workers.stream()
              .map(worker -> threads.submit(() -> drain(worker, jobs, done, progress)))
              .toList();
      for (var one : running) {
        one.get();
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } finally {
      threads.shutdownNow();
    }
  }

  private void drain(String worker, int jobs, AtomicLong done, LongConsumer progress) {
    while (done.get() < jobs) {
      var key = "claim-" + claims.incrementAndGet();
      var claim = Claim.batch(key, worker, QUEUE, BATCH, true);
      var claimed = engine.claim(service, claim).claims();
      if (claimed.isEmpty()) {
        return;
      }
      var completions =
          claimed.stream()
              .map(item -> Complete.of("done", item.subjectEuid(), worker, item.leaseEuid()))
              .toList();
      engine.executeAll(service, completions).forEach(Outcome::orThrow);
      progress.accept(done.addAndGet(claimed.size()));
    }
  }

  @Override
  public void close() {
    pool.close();
  }

  private static QueueFields plainQueue() {
    return new QueueFields(
        null,
        null,
        null,
        null,
        null,
        List.of(Enqueue.TASK),
        null,
        null,
        null,
        null,
        null,
        600,
        3,
        null,
        null,
        null,
        null,
        null,
        null,
        null);
  }
}
