package io.tapline.client.worker;

import io.tapline.client.error.InterruptedCallException;
import io.tapline.client.error.TaplineException;
import io.tapline.client.error.WorkerStoppedException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Sends heartbeats, and applies the lost leases and cancellations from the answers. */
final class HeartbeatLoop implements Runnable {

  /** Limits the delay of a cancellation when the heartbeat TTL is long. */
  private static final Duration LONGEST = Duration.ofSeconds(30);

  private final WorkerState state;
  private final Duration interval;
  private final Runnable whenRetired;
  private final Thread thread;
  private volatile boolean ended;

  HeartbeatLoop(WorkerState state, Duration ttl, Runnable whenRetired, String name) {
    this.state = state;
    this.interval = interval(ttl);
    this.whenRetired = whenRetired;
    this.thread = DaemonThreads.daemon(name + "-heart", this);
  }

  /** A third of the TTL, so that two heartbeats may be lost. */
  static Duration interval(Duration ttl) {
    var third = ttl.dividedBy(3);
    return third.compareTo(LONGEST) < 0 ? third : LONGEST;
  }

  void start() {
    thread.start();
  }

  void end() {
    ended = true;
    thread.interrupt();
  }

  @Override
  public void run() {
    while (!ended) {
      try {
        TimeUnit.NANOSECONDS.sleep(interval.toNanos());
        beat();
      } catch (InterruptedException | InterruptedCallException e) {
        return;
      } catch (WorkerStoppedException e) {
        // Only the heartbeat of a retired worker gets this refusal.
        state.trouble(e);
        whenRetired.run();
        return;
      } catch (TaplineException e) {
        state.trouble(e);
        if (WorkerState.unknownWorker(e)) {
          registerAgain();
        }
      }
    }
  }

  private void beat() {
    var answer = state.port().heartbeat(state.workerEuid());
    for (var lease : answer.lostLeases()) {
      var job = state.job(lease);
      if (job != null) {
        state.lost(job);
      }
    }
    for (var job : state.jobs()) {
      if (answer.cancelRequested().contains(job.subjectEuid())) {
        job.cancel(Cancellation.CANCEL_REQUESTED);
      }
    }
  }

  private void registerAgain() {
    try {
      state.register();
    } catch (TaplineException e) {
      state.trouble(e);
    }
  }
}
