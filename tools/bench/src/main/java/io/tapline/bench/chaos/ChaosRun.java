package io.tapline.bench.chaos;

import io.tapline.bench.chaos.FaultKind.Lane;
import io.tapline.bench.chaos.actor.WorkSetup;
import io.tapline.bench.chaos.check.RunEvidence;
import io.tapline.bench.chaos.host.ChildProcess;
import io.tapline.bench.chaos.host.PostgresNode;
import io.tapline.bench.chaos.host.RequestProxy;
import io.tapline.bench.host.UncheckedCalls;
import io.tapline.tapdb.Database;
import java.io.PrintStream;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** One run: work continues while faults are injected, and at the end all guarantees are checked. */
final class ChaosRun {

  private static final int WATCH_MILLIS = 1_000;
  private static final int LOOK_MILLIS = 200;
  private static final int TRIES = 20;
  private static final int SETTLE_SECONDS = 600;

  private final ChaosSite site;
  private final ChaosOptions options;
  private final PrintStream out;
  private final FaultInjector injector;
  private final Map<FaultKind, Integer> faults = new EnumMap<>(FaultKind.class);
  private final AtomicInteger restarts = new AtomicInteger();
  private final CopyOnWriteArrayList<Throwable> failures = new CopyOnWriteArrayList<>();
  private volatile boolean watching = true;
  private long begun;

  ChaosRun(ChaosSite site, ChaosOptions options, PrintStream out) {
    this.site = site;
    this.options = options;
    this.out = out;
    this.injector = new FaultInjector(site);
  }

  RunFigures run() throws SQLException {
    site.start();
    awaitWork();
    begun = System.nanoTime();
    print("servers, workers, clients and the feed's consumer are at work");
    var watch = new Thread(this::watch, "chaos-watch");
    watch.setDaemon(true);
    watch.start();
    var lanes = new ArrayList<Thread>();
    for (var lane : Lane.values()) {
      var plan = new FaultPlan(options.seed(), lane, options.kinds(), options.once());
      if (!plan.isEmpty()) {
        lanes.add(new Thread(() -> inject(plan), "chaos-" + lane));
      }
    }
    lanes.forEach(Thread::start);
    lanes.forEach(lane -> UncheckedCalls.run(lane::join));
    if (!failures.isEmpty()) {
      throw new IllegalStateException("a fault could not be injected", failures.get(0));
    }
    var took = Duration.ofNanos(System.nanoTime() - begun);
    calmDown();
    watching = false;
    UncheckedCalls.run(watch::join);
    return figures(took);
  }

  /** Faults before the first work would prove nothing. */
  private void awaitWork() {
    var progress = new RunProgress(site);
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(SETTLE_SECONDS);
    while (!progress.begun()) {
      if (System.nanoTime() > deadline) {
        throw new IllegalStateException("no work is done, see the logs in " + site.folder);
      }
      UncheckedCalls.sleep(LOOK_MILLIS);
    }
  }

  private void watch() {
    while (watching) {
      UncheckedCalls.sleep(WATCH_MILLIS);
      restarts.addAndGet(site.revive());
    }
  }

  private void inject(FaultPlan plan) {
    long end = begun + options.length().toNanos();
    try {
      while (!plan.isEmpty()) {
        var fault = plan.next();
        UncheckedCalls.sleep(fault.pauseMillis());
        if (!options.once() && System.nanoTime() > end) {
          return;
        }
        long at = System.nanoTime();
        boolean came = inject(fault);
        double seconds = (System.nanoTime() - at) / 1e9;
        print(
            came
                ? "%s, %.1f s".formatted(fault.kind().words(), seconds)
                : fault.kind().words() + ": not possible now");
        if (came) {
          synchronized (faults) {
            faults.merge(fault.kind(), 1, Integer::sum);
          }
        }
      }
    } catch (RuntimeException e) {
      failures.add(e);
    }
  }

  /** A fault that occurs only once is retried while it is not possible. */
  private boolean inject(FaultPlan.Fault fault) {
    boolean came = injector.inject(fault);
    for (int more = 1; !came && options.once() && more < TRIES; more++) {
      UncheckedCalls.sleep(LOOK_MILLIS);
      came = injector.inject(fault);
    }
    return came;
  }

  /** Stops faults and new work, and waits for the remaining work to end. */
  private void calmDown() {
    site.postgres.revive();
    for (int i = 0; i < site.servers.size(); i++) {
      site.awaitReady(i);
    }
    site.clients.terminate();
    print("the faults are over; waiting for all work to end");
    var progress = new RunProgress(site);
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(SETTLE_SECONDS);
    while (!progress.settled() && System.nanoTime() < deadline) {
      new QueueSetup(site.address(0)).releaseHolds();
      UncheckedCalls.sleep(WATCH_MILLIS);
    }
    site.workers.forEach(ChildProcess::terminate);
    while (!progress.feedRead() && System.nanoTime() < deadline) {
      UncheckedCalls.sleep(WATCH_MILLIS);
    }
    site.reader.terminate();
    print("comparing logs, database and feed");
  }

  private RunFigures figures(Duration took) throws SQLException {
    var primary = site.postgres.primary();
    var database =
        Database.provisioned(
            "jdbc:postgresql://127.0.0.1:" + primary.port() + "/" + PostgresNode.DATABASE,
            Database.Passwords.derivedFrom(PostgresNode.PASSWORD));
    try (var admin = primary.connect()) {
      var evidence =
          RunEvidence.read(
              site.folder, admin, database, WorkSetup.TENANT, injector.database().movedBack());
      long messages = site.requestProxies.stream().mapToLong(RequestProxy::done).sum();
      return new RunFigures(options, took, faults, restarts.get(), messages, evidence);
    }
  }

  private void print(String words) {
    long seconds = (System.nanoTime() - begun) / 1_000_000_000L;
    out.printf("%02d:%02d  %s%n", seconds / 60, seconds % 60, words);
  }
}
