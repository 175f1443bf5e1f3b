package io.tapline.bench.contender;

import io.tapline.bench.host.UncheckedCalls;
import io.tapline.bench.site.HttpSite;
import io.tapline.client.worker.Worker;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;

/**
 * The Java worker runtime over HTTP, with a server in its own process, and one worker with many
 * concurrent handlers, as in an application.
 */
public final class TaplineWorkerContender implements Contender {

  public static final String NAME = "tapline worker over HTTP";

  private static final Duration GRACE = Duration.ofSeconds(5);

  /**
   * Polling interval of the figures of the worker; the error of a completion time is at most this
   * long.
   */
  private static final Duration LOOK_AGAIN = Duration.ofMillis(1);

  private final HttpSite site;
  private final int concurrency;
  private final Runnable stop;
  private final Queue<Integer> handled = new ConcurrentLinkedQueue<>();
  private Worker worker;
  private volatile boolean stopping;

  private TaplineWorkerContender(HttpSite site, int concurrency, Runnable stop) {
    this.site = site;
    this.concurrency = concurrency;
    this.stop = stop;
  }

  /** The number of concurrent handlers. */
  public record Terms(int concurrency) implements ServedEntry {

    @Override
    public String name() {
      return NAME;
    }

    @Override
    public String tenant() {
      return "worker";
    }

    @Override
    public String settings() {
      return "server in a process of its own, one worker of the Java client, concurrency "
          + concurrency;
    }

    @Override
    public Contender on(HttpSite site, Runnable stop) {
      return new TaplineWorkerContender(site, concurrency, stop);
    }

    @Override
    public void workOff(HttpSite site, int jobs) {
      try (var warm = site.runtime(concurrency).stopAfter(jobs).handle(job -> null).start()) {
        UncheckedCalls.run(warm::awaitStop);
      }
    }
  }

  @Override
  public void enqueue(int from, int count) {
    site.enqueue(from, count);
  }

  @Override
  public void start(CompletionListener completionListener) {
    worker =
        site.runtime(concurrency)
            .handle(
                job -> {
                  handled.add(job.properties().get("n").intValue());
                  return null;
                })
            .onTrouble(
                trouble -> {
                  if (!stopping) {
                    completionListener.failed(trouble);
                  }
                })
            .start();
    UncheckedCalls.daemon("bench-worker-watch", () -> watch(completionListener));
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
