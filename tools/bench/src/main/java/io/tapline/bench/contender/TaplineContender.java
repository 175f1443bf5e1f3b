package io.tapline.bench.contender;

import io.tapline.api.ClaimAnswer;
import io.tapline.bench.host.BenchDatabase;
import io.tapline.bench.host.LibraryVersion;
import io.tapline.bench.host.UncheckedCalls;
import io.tapline.bench.site.EngineSite;
import io.tapline.bench.site.HttpSite;
import io.tapline.bench.site.TaplineSite;
import io.tapline.engine.Engine;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * Tapline with one worker per thread: claim and start, no-op work, complete, in batches or one job
 * at a time; in process, or over HTTP with a connection per thread.
 */
public final class TaplineContender implements Contender {

  /** The name of the contender in process. */
  public static final String IN_PROCESS = "tapline";

  /** The name of the contender over HTTP. */
  public static final String OVER_HTTP = "tapline over HTTP";

  /** Maximum time for which an idle worker in process waits for a signal before it polls again. */
  private static final Duration IDLE_POLL = Duration.ofMillis(100);

  /** The claim of an idle worker over HTTP waits at the server. */
  private static final Duration SERVER_WAIT = Duration.ofSeconds(5);

  private static final int STOP_SECONDS = 30;

  private final TaplineSite site;
  private final int batch;
  private final int workers;
  private final Duration wait;
  private final Runnable cancel;
  private final Runnable end;
  private final ExecutorService threads;
  private volatile boolean stopping;

  /**
   * @param cancel ends waiting claims
   * @param end is called after the last claim
   */
  private TaplineContender(
      TaplineSite site, int workers, int batch, Duration wait, Runnable cancel, Runnable end) {
    this.site = site;
    this.workers = workers;
    this.batch = batch;
    this.wait = wait;
    this.cancel = cancel;
    this.end = end;
    threads = Executors.newFixedThreadPool(workers);
  }

  /** The engine in process. */
  public record InProcess(int threads, int batch) implements Entry {

    @Override
    public String name() {
      return IN_PROCESS;
    }

    @Override
    public String version() {
      return LibraryVersion.read(Engine.class, "io.tapline", "tapline-engine");
    }

    @Override
    public String settings() {
      return "in process, %d threads, %s, told of new jobs, idle poll %d ms"
          .formatted(threads, atOnce(batch), IDLE_POLL.toMillis());
    }

    @Override
    public Contender on(BenchDatabase database) {
      // The producer needs one more connection than the workers.
      var site = new EngineSite(database, threads + 1);
      site.wakeIdle(threads, batch);
      return new TaplineContender(site, threads, batch, IDLE_POLL, () -> {}, site::close);
    }

    @Override
    public String countDone(int jobs) {
      return "select count(*) from tapline.instance_subject where exec_state = 'COMPLETED'";
    }
  }

  /** A server in its own process. */
  public record OverHttp(int threads, int batch) implements ServedEntry {

    @Override
    public String name() {
      return OVER_HTTP;
    }

    @Override
    public String tenant() {
      return "http";
    }

    @Override
    public String settings() {
      return "server in a process of its own, %d connections, %s".formatted(threads, atOnce(batch));
    }

    @Override
    public Contender on(HttpSite site, Runnable stop) {
      return new TaplineContender(site, threads, batch, SERVER_WAIT, site::close, stop);
    }

    @Override
    public void workOff(HttpSite site, int jobs) {
      site.workOff(threads, batch);
    }
  }

  private static String atOnce(int batch) {
    return batch == 1 ? "one job at a time" : "claims and completions of up to " + batch;
  }

  @Override
  public void enqueue(int from, int count) {
    site.enqueue(from, count);
  }

  @Override
  public void start(CompletionListener listener) {
    for (int i = 0; i < workers; i++) {
      var worker = site.worker(batch);
      threads.execute(() -> serve(worker, listener));
    }
  }

  private void serve(String worker, CompletionListener listener) {
    try {
      var claimed = List.<ClaimAnswer.Item>of();
      while (!stopping) {
        if (claimed.isEmpty()) {
          claimed = site.claim(worker, EngineSite.QUEUE, batch, wait);
        }
        if (!claimed.isEmpty()) {
          var done = claimed;
          // The worker runtime also completes and claims in one request.
          claimed = site.completeAndClaim(worker, done, EngineSite.QUEUE, batch);
          long now = System.nanoTime();
          done.forEach(item -> listener.done(item.properties().get("n").intValue(), now));
        }
      }
    } catch (RuntimeException e) {
      if (!stopping) {
        listener.failed(e);
      }
    }
  }

  @Override
  public void close() {
    stopping = true;
    cancel.run();
    threads.shutdown();
    UncheckedCalls.run(() -> threads.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS));
    end.run();
  }
}
