package io.tapline.bench.contender;

import io.tapline.api.ClaimAnswer;
import io.tapline.bench.host.BenchDatabase;
import io.tapline.bench.host.LibraryVersion;
import io.tapline.bench.host.ServeProcess;
import io.tapline.bench.site.EngineSite;
import io.tapline.bench.site.HttpSite;
import io.tapline.engine.Engine;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * Tapline over HTTP, with a server in its own process. Each thread is a worker with its own
 * connection, which claims and starts, and completes, in batches or one job at a time. The claim of
 * an idle worker waits at the server.
 */
public final class TaplineHttpContender implements Contender {

  private static final Duration WAIT = Duration.ofSeconds(5);
  private static final int STOP_SECONDS = 30;
  private static final ServedTenants TENANTS = new ServedTenants("http");

  private final Terms terms;
  private final String address;
  private final Runnable stop;
  private final HttpSite site;
  private final ExecutorService threads;
  private volatile boolean stopping;

  /**
   * @param stop stops the server, if the contender owns it
   */
  public TaplineHttpContender(String address, Terms terms, Runnable stop) {
    this.terms = terms;
    this.address = address;
    this.stop = stop;
    site = TENANTS.site(address);
    threads = Executors.newFixedThreadPool(terms.threads());
  }

  /** The tokens that a server for this contender needs. */
  public static String tokens() {
    return TENANTS.tokens();
  }

  /** The settings of the contender. */
  public record Terms(int threads, int batch) implements Entry {

    public static final String NAME = "tapline over HTTP";

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
      return "server in a process of its own, %d connections, %s"
          .formatted(threads, TaplineContender.Terms.words(batch));
    }

    @Override
    public Contender on(BenchDatabase database) {
      return on(database, 0);
    }

    @Override
    public Contender on(BenchDatabase database, int done) {
      var server = ServeProcess.start(database, tokens());
      var contender = new TaplineHttpContender(server.address(), this, server::close);
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
    for (int i = 0; i < terms.threads(); i++) {
      var worker = site.worker(terms.batch());
      threads.execute(() -> serve(worker, completionListener));
    }
  }

  private void serve(String worker, CompletionListener completionListener) {
    try {
      var claims = List.<ClaimAnswer.Item>of();
      while (!stopping) {
        if (claims.isEmpty()) {
          claims = site.claim(worker, EngineSite.QUEUE, terms.batch(), WAIT);
        }
        if (!claims.isEmpty()) {
          var done = claims;
          claims = site.completeAndClaim(worker, done, EngineSite.QUEUE, terms.batch());
          long now = System.nanoTime();
          done.forEach(
              claim -> completionListener.done(claim.properties().get("n").intValue(), now));
        }
      }
    } catch (RuntimeException e) {
      if (!stopping) {
        completionListener.failed(e);
      }
    }
  }

  /** Warms up the new JVM of the server with jobs of another tenant. */
  public void warmUp(int jobs) {
    TENANTS.warmUp(address, jobs, other -> other.workOff(terms.threads(), terms.batch()));
  }

  @Override
  public void close() {
    stopping = true;
    // Claims that wait at the server are cancelled.
    site.close();
    threads.shutdown();
    try {
      threads.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    stop.run();
  }
}
