package io.tapline.bench.latency;

import io.tapline.bench.site.HttpSite;
import java.time.Duration;

/** Idle workers whose claims wait at the server without success. */
final class IdleCrowd {

  private static final Duration WAIT = Duration.ofSeconds(20);

  private volatile boolean stopping;
  private volatile RuntimeException failure;

  /**
   * @param queueKey the queue of their claims
   * @param site the site that they serve; no job has it, so that they never receive one
   */
  IdleCrowd(HttpSite at, int size, String queueKey, String site) {
    for (int i = 0; i < size; i++) {
      var worker = at.worker(1, site);
      var thread = new Thread(() -> claimRepeatedly(at, worker, queueKey), "bench-crowd");
      thread.setDaemon(true);
      thread.start();
    }
  }

  private void claimRepeatedly(HttpSite at, String worker, String queueKey) {
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

  /** Prevents further claims; the waiting ones end when their site is closed. */
  void disperse() {
    stopping = true;
    if (failure != null) {
      throw new IllegalStateException(failure);
    }
  }
}
