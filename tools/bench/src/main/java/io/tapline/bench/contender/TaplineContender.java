package io.tapline.bench.contender;

import io.tapline.api.ClaimAnswer;
import io.tapline.api.request.Enqueue;
import io.tapline.bench.host.BenchDatabase;
import io.tapline.bench.host.LibraryVersion;
import io.tapline.bench.site.EngineSite;
import io.tapline.engine.Engine;
import io.tapline.tapdb.Json;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * The engine of Tapline in process: claim and start, no-op work, complete, in batches or one job at
 * a time. Each thread is a worker.
 */
public final class TaplineContender implements Contender {

  /** Maximum time for which an idle worker waits for a signal before it polls again. */
  private static final Duration IDLE_POLL = Duration.ofMillis(100);

  private static final int STOP_SECONDS = 30;

  private final Terms terms;
  private final EngineSite site;
  private final ExecutorService threads;
  private final EnqueueSignal enqueueSignal;
  private volatile boolean stopping;

  private TaplineContender(BenchDatabase at, Terms terms) {
    this.terms = terms;
    // The producer needs one more connection than the workers.
    site = new EngineSite(at, terms.threads() + 1);
    threads = Executors.newFixedThreadPool(terms.threads());
    enqueueSignal = new EnqueueSignal(terms.threads(), terms.batch());
    site.engine().listen(enqueueSignal);
  }

  /** The settings of the contender. */
  public record Terms(int threads, int batch) implements Entry {

    public static final String NAME = "tapline";

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
      return "in process, %d threads, %s, told of new jobs, idle poll %d ms"
          .formatted(threads, words(batch), IDLE_POLL.toMillis());
    }

    /** The batch size in words. */
    static String words(int batch) {
      return batch == 1 ? "one job at a time" : "claims and completions of up to " + batch;
    }

    @Override
    public Contender on(BenchDatabase database) {
      return new TaplineContender(database, this);
    }

    @Override
    public String countDone(int jobs) {
      return "select count(*) from tapline.instance_subject where exec_state = 'COMPLETED'";
    }
  }

  @Override
  public void enqueue(int from, int count) {
    site.enqueue(
        IntStream.range(from, from + count)
            .mapToObj(
                job -> Enqueue.task("job-" + job, EngineSite.QUEUE, Json.object().put("n", job)))
            .toList());
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
      var claimed = List.<ClaimAnswer.Item>of();
      while (!stopping) {
        if (claimed.isEmpty()) {
          claimed = site.claim(worker, EngineSite.QUEUE, terms.batch());
        }
        if (claimed.isEmpty()) {
          enqueueSignal.await(IDLE_POLL);
          continue;
        }
        var done = claimed;
        // The worker runtime also completes and claims in one request.
        claimed = site.completeAndClaim(worker, done, EngineSite.QUEUE, terms.batch());
        long now = System.nanoTime();
        done.forEach(item -> completionListener.done(item.properties().get("n").intValue(), now));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      completionListener.failed(e);
    }
  }

  @Override
  public void close() {
    stopping = true;
    threads.shutdown();
    try {
      threads.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    site.close();
  }
}
