package io.tapline.bench.latency;

import io.tapline.bench.site.HttpSite;
import java.time.Duration;

/** Idle workers whose claims wait at the server for work that does not come. */
final class IdleCrowd {

  private static final Duration WAIT = Duration.ofSeconds(20);

  private volatile boolean stopping;
  private volatile RuntimeException failure;

  /**
   * @param queueKey where they wait
   * @param site that they serve: one that no job has, so that they wait in vain
   */
  IdleCrowd(HttpSite at, int size, String queueKey, String site) {
    for (int i = 0; i < size; i++) {
      var worker = at.worker(1, site);
      var thread = new Thread(() -> stand(at, worker, queueKey), "bench-crowd");
      thread.setDaemon(true);
      thread.start();
    }
  }

  private void stand(HttpSite at, String worker, String queueKey) {
    try {
      while (!stopping) {
        if (!at.claim(worker, queueKey, 1, WAIT).isEmpty()) {
          throw new IllegalStateException("one of the crowd got a job that is not for it");
        }
      }
    } catch (RuntimeException e) {
      if (!stopping) {
        failure = e;
      }
    }
  }

  /** None asks again; those that wait are let go when their site is closed. */
  void disperse() {
    stopping = true;
    if (failure != null) {
      throw new IllegalStateException(failure);
    }
  }
}
