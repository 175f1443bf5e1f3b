package io.tapline.bench.scale;

import io.tapline.bench.host.UncheckedCalls;
import io.tapline.bench.site.EngineSite;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** Concurrent claimers, each a worker with its own thread. */
final class ParallelClaimers implements AutoCloseable {

  private final EngineSite site;
  private final int batch;
  private final Supplier<String> queue;
  private final List<String> workers = new ArrayList<>();
  private final ExecutorService threads;

  /**
   * @param queue returns the queue of the next claim; null for any
   */
  ParallelClaimers(EngineSite site, int claimers, int batch, Supplier<String> queue) {
    this.site = site;
    this.batch = batch;
    this.queue = queue;
    for (int i = 0; i < claimers; i++) {
      workers.add(site.worker(batch));
    }
    threads = Executors.newFixedThreadPool(claimers);
  }

  /**
   * Claims, starts and completes this number of jobs, which must exist.
   *
   * @return number of jobs by queue
   */
  Map<String, Integer> work(int jobs) {
    var left = new AtomicInteger(jobs);
    var tasks = new ArrayList<Callable<Map<String, Integer>>>();
    workers.forEach(worker -> tasks.add(() -> work(worker, left)));
    var taken = new HashMap<String, Integer>();
    UncheckedCalls.parallel(threads, tasks)
        .forEach(part -> part.forEach((key, n) -> taken.merge(key, n, Integer::sum)));
    return taken;
  }

  private Map<String, Integer> work(String worker, AtomicInteger left) {
    var taken = new HashMap<String, Integer>();
    while (true) {
      int share = Math.min(batch, left.getAndUpdate(count -> Math.max(0, count - batch)));
      if (share == 0) {
        return taken;
      }
      var claimed = site.claim(worker, queue.get(), share);
      if (!claimed.isEmpty()) {
        site.complete(worker, claimed);
        claimed.forEach(item -> taken.merge(item.queueKey(), 1, Integer::sum));
      }
      // Jobs that another worker had locked, or that the queue did not contain, remain to be done.
      left.addAndGet(share - claimed.size());
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
