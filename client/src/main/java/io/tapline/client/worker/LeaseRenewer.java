package io.tapline.client.worker;

import io.tapline.client.error.InterruptedCallException;
import io.tapline.client.error.TaplineException;
import io.tapline.client.http.Backoff;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Renews all leases on its own thread and detects lapsed ones. */
final class LeaseRenewer implements Runnable {

  /** Check interval while no renewal is due; limits the delay of detecting a lapse. */
  private static final long LOOK_NANOS = Duration.ofSeconds(1).toNanos();

  private final WorkerState state;
  private final Backoff backoff = new Backoff();
  private final Thread thread;
  private volatile boolean ended;

  LeaseRenewer(WorkerState state, String name) {
    this.state = state;
    this.thread = DaemonThreads.daemon(name + "-renewer", this);
  }

  void start() {
    thread.start();
  }

  /** Wakes the thread for a new lease, which may be due before the others. */
  void wake() {
    LockSupport.unpark(thread);
  }

  void end() {
    ended = true;
    thread.interrupt();
  }

  @Override
  public void run() {
    while (!ended) {
      long now = System.nanoTime();
      long next = now + LOOK_NANOS;
      var due = new ArrayList<Job>();
      for (var job : state.jobs()) {
        if (job.lapsed(now)) {
          state.lost(job);
        } else if (job.renewalDue() - now <= 0) {
          due.add(job);
        } else {
          next = Math.min(next, job.renewalDue());
        }
      }
      if (due.isEmpty()) {
        LockSupport.parkNanos(next - now);
      } else if (!renew(due)) {
        // A fraction of the shortest lease limits the back-off, so that retries happen before the
        // lease lapses.
        long shortest = due.stream().mapToLong(job -> job.claim().ttl().toNanos()).min().orElse(0);
        LockSupport.parkNanos(Math.min(backoff.next().toNanos(), shortest / 10));
      }
    }
  }

  private boolean renew(List<Job> due) {
    boolean all = true;
    for (var part : ListParts.split(due)) {
      all &= renewPart(part);
    }
    if (all) {
      backoff.reset();
    }
    return all;
  }

  /** False when a renewal must be retried soon. */
  private boolean renewPart(List<Job> part) {
    long sentAt = System.nanoTime();
    try {
      var leases = part.stream().map(job -> job.claim().lease()).toList();
      var verdicts = state.port().renew(state.workerEuid(), leases);
      boolean all = true;
      for (int i = 0; i < part.size(); i++) {
        all &= apply(part.get(i), verdicts.get(i), sentAt);
      }
      return all;
    } catch (InterruptedCallException e) {
      // The worker has ended, or the client was closed while the worker runs.
      return ended;
    } catch (TaplineException e) {
      state.trouble(e);
      return false;
    }
  }

  private boolean apply(Job job, ItemVerdict verdict, long sentAt) {
    if (verdict.accepted()) {
      job.renewed(sentAt);
      if (verdict.cancelRequested()) {
        job.cancel(Cancellation.CANCEL_REQUESTED);
      }
      return true;
    }
    if (ItemRefusal.lost(verdict.problem())) {
      state.lost(job);
      return true;
    }
    state.trouble(verdict.problem().exception());
    return false;
  }
}
