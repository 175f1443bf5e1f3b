package io.tapline.bench.contender;

import io.tapline.bench.host.BenchDatabase;
import io.tapline.bench.host.LibraryVersion;
import io.tapline.bench.host.ServeProcess;
import io.tapline.bench.site.HttpSite;
import io.tapline.client.worker.Worker;
import io.tapline.engine.Engine;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;

/**
 * The Java worker runtime over HTTP, with a server in its own process, and one worker with many
 * concurrent handlers, as in an application.
 */
public final class TaplineWorkerContender implements Contender {

  private static final ServedTenants TENANTS = new ServedTenants("worker");
  private static final Duration GRACE = Duration.ofSeconds(5);

  /**
   * Polling interval of the figures of the worker; the error of a completion time is at most this
   * long.
   */
  private static final Duration LOOK_AGAIN = Duration.ofMillis(1);

  private final Terms terms;
  private final String address;
  private final Runnable stop;
  private final HttpSite site;
  private final Queue<Integer> handled = new ConcurrentLinkedQueue<>();
  private Worker worker;
  private volatile boolean stopping;

  /**
   * @param stop stops the server, if the contender owns it
   */
  public TaplineWorkerContender(String address, Terms terms, Runnable stop) {
    this.terms = terms;
    this.address = address;
    this.stop = stop;
    site = TENANTS.site(address);
  }

  /** The tokens that a server for this contender needs. */
  public static String tokens() {
    return TENANTS.tokens();
  }

  /** The number of concurrent handlers. */
  public record Terms(int concurrency) implements Entry {

    public static final String NAME = "tapline worker over HTTP";

    @Override
    public String name() {
      return NAME;
    }

    @Override
    public String version() {
      return LibraryVersion.read(Engine.class, "io.tapline", "tapline-engine");
    }

    @Override
    public String settings() {
      return "server in a process of its own, one worker of the Java client, concurrency "
          + concurrency;
    }

    @Override
    public Contender on(BenchDatabase database) {
      return on(database, 0);
    }

    @Override
    public Contender on(BenchDatabase database, int done) {
      var server = ServeProcess.start(database, tokens());
      var contender = new TaplineWorkerContender(server.address(), this, server::close);
      if (done > 0) {
        contender.warmUp(done);
        // Autovacuum would otherwise clean up after the warm-up during the measurement.
        database.settle();
      }
      return contender;
    }

    @Override
    public String countDone(int jobs) {
      return TENANTS.countDone();
    }
  }

  @Override
  public void enqueue(int from, int count) {
    site.enqueue(from, count);
  }

  @Override
  public void start(CompletionListener completionListener) {
    worker =
        site.runtime(terms.concurrency())
            .handle(
                job -> {
                  handled.add(job.properties().get("n").intValue());
                  return null;
                })
            .onTrouble(trouble -> report(trouble, completionListener))
            .start();
    var watch = new Thread(() -> watch(completionListener), "bench-worker-watch");
    watch.setDaemon(true);
    watch.start();
  }

  private void report(RuntimeException trouble, CompletionListener completionListener) {
    if (!stopping) {
      completionListener.failed(trouble);
    }
  }

  /**
   * The runtime publishes the number of acknowledged completions. It reports them in the order in
   * which handlers return, so the acknowledged jobs are those that were handled first.
   */
  private void watch(CompletionListener completionListener) {
    long seen = 0;
    while (!stopping) {
      long completed = worker.figures().completed();
      long now = System.nanoTime();
      for (; seen < completed; seen++) {
        completionListener.done(handled.remove(), now);
      }
      LockSupport.parkNanos(LOOK_AGAIN.toNanos());
    }
  }

  /** Warms up the new JVM of the server with jobs of another tenant. */
  public void warmUp(int jobs) {
    TENANTS.warmUp(
        address,
        jobs,
        other -> {
          try (var warm =
              other.runtime(terms.concurrency()).stopAfter(jobs).handle(job -> null).start()) {
            warm.awaitStop();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
          }
        });
  }

  @Override
  public void close() {
    stopping = true;
    if (worker != null) {
      worker.stop(GRACE);
    }
    site.close();
    stop.run();
  }
}
