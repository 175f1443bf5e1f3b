package io.tapline.bench.latency;

import io.tapline.api.request.Enqueue;
import io.tapline.bench.host.BenchDatabase;
import io.tapline.bench.site.EngineSite;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** The worker polls in process. */
final class PollingChannel implements WorkChannel {

  private final EngineSite site;
  private final Duration poll;
  private final String worker;

  PollingChannel(BenchDatabase at, Duration poll) {
    this.site = EngineSite.onCopy(at, 2);
    this.poll = poll;
    this.worker = site.worker(1);
  }

  @Override
  public String how() {
    return "in process, polling every " + poll.toMillis() + " ms";
  }

  @Override
  public void enqueue() {
    site.enqueue(List.of(Enqueue.task(site.key("job"), EngineSite.QUEUE, null)));
  }

  @Override
  public long serve() {
    var claimed = site.claim(worker, EngineSite.QUEUE, 1);
    if (claimed.isEmpty()) {
      LockSupport.parkNanos(poll.toNanos());
      return NOTHING;
    }
    long start = System.nanoTime();
    site.complete(worker, claimed);
    return start;
  }

  @Override
  public void close() {
    site.close();
  }
}
