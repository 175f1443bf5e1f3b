package io.tapline.client.worker;

import io.tapline.api.request.Claim;
import io.tapline.api.request.Release;
import io.tapline.api.request.ReportProgress;
import io.tapline.client.error.InterruptedCallException;
import io.tapline.client.error.TaplineException;
import io.tapline.client.http.Backoff;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Claims jobs, never more than there are free slots. */
final class WorkClaimer implements Runnable {

  /** Below the minute after which proxies close a silent connection. */
  private static final Duration WAIT = Duration.ofSeconds(20);

  private final WorkerState state;
  private final WorkLimit workLimit;
  private final List<String> queues;
  private final Consumer<Job> run;
  private final Consumer<ReportProgress> progress;
  private final Runnable whenEnough;
  private final Backoff backoff = new Backoff();
  private final Thread thread;

  /** Jobs that may still be claimed, without those of requests in progress. */
  private int left;

  /** Jobs that a report in progress claims. */
  private int reserved;

  private boolean enough;
  private boolean idle;
  private volatile boolean asking;
  private volatile boolean neverWithReports;
  private volatile boolean stopping;

  WorkClaimer(
      WorkerState state,
      WorkLimit workLimit,
      List<String> queues,
      Consumer<Job> run,
      Consumer<ReportProgress> progress,
      Runnable whenEnough,
      String name) {
    this.state = state;
    this.workLimit = workLimit;
    this.left = workLimit.most();
    this.queues = queues;
    this.run = run;
    this.progress = progress;
    this.whenEnough = whenEnough;
    this.thread = DaemonThreads.daemon(name + "-claimer", this);
  }

  void start() {
    thread.start();
  }

  /** Cancels the claim in progress. */
  void stop() {
    synchronized (this) {
      stopping = true;
    }
    thread.interrupt();
  }

  void awaitEnd() throws InterruptedException {
    thread.join();
  }

  @Override
  public void run() {
    try {
      while (wantsMore()) {
        int wanted = takeSlots();
        int got = 0;
        asking = true;
        try {
          got = wanted == 0 ? 0 : claim(wanted);
        } finally {
          asking = false;
          state.slots().release(wanted - got);
          unspent(wanted - got);
        }
        if (wanted > 0 && idle && workLimit.untilIdle()) {
          break;
        }
      }
    } catch (InterruptedException | InterruptedCallException e) {
      return;
    }
    if (isEnough()) {
      whenEnough.run();
    }
  }

  /** Waits while a report claims the rest, because the report may be granted less. */
  private synchronized boolean wantsMore() throws InterruptedException {
    while (left == 0 && reserved > 0) {
      wait();
    }
    return !stopping && left > 0;
  }

  private int takeSlots() throws InterruptedException {
    state.slots().acquire();
    int free = 1 + state.slots().drainPermits();
    int wanted = spend(Math.min(free, WorkPort.BATCH));
    state.slots().release(free - wanted);
    return wanted;
  }

  private synchronized int spend(int most) {
    int spent = Math.min(most, left);
    left -= spent;
    return spent;
  }

  private synchronized void unspent(int count) {
    left += count;
  }

  /** No report claims more from now on. */
  private synchronized boolean isEnough() {
    enough = true;
    return !stopping;
  }

  /**
   * Repeats the same request until an answer arrives, so that jobs granted in a lost answer are
   * returned again.
   */
  private int claim(int wanted) throws InterruptedException {
    idle = true;
    var wait = workLimit.untilIdle() ? Duration.ZERO : WAIT;
    var request = request(wanted);
    for (int tries = 1; !stopping; tries++) {
      try {
        var claims = state.port().claim(request, wait);
        backoff.reset();
        idle &= claims.isEmpty();
        return begin(claims, tries > 1);
      } catch (InterruptedCallException e) {
        throw e;
      } catch (TaplineException e) {
        if (refused(e)) {
          return 0;
        }
      }
    }
    return 0;
  }

  /** Whether the server has refused the claim; false when the request may succeed later. */
  private boolean refused(TaplineException e) throws InterruptedException {
    idle = false;
    state.trouble(e);
    TimeUnit.NANOSECONDS.sleep(backoff.next().toNanos());
    if (WorkerState.unknownWorker(e)) {
      registerAgain();
    }
    return !e.passing();
  }

  private void registerAgain() {
    try {
      state.register();
    } catch (InterruptedCallException e) {
      throw e;
    } catch (TaplineException e) {
      state.trouble(e);
    }
  }

  /**
   * The claim of a report that frees this many slots; null when the report should not claim. {@link
   * #claimSent} must follow.
   */
  synchronized Claim askFor(int places) {
    if (stopping || enough || asking || neverWithReports || left == 0) {
      return null;
    }
    reserved = spend(places);
    return request(reserved);
  }

  private Claim request(int wanted) {
    return Claim.started(UUID.randomUUID().toString(), state.workerEuid(), queues, wanted);
  }

  /** The report was answered, or no answer will arrive. */
  synchronized void claimSent() {
    left += reserved;
    reserved = 0;
    notifyAll();
  }

  /** The server does not accept claims in reports; they are sent separately from now on. */
  void neverWithReports() {
    neverWithReports = true;
  }

  boolean stopping() {
    return stopping;
  }

  /**
   * Starts the jobs that a report claimed, in the slots of the reported jobs, and releases those
   * without a slot. A stopping worker releases all.
   *
   * @param sentAt when the request was sent
   * @param late whether an earlier try of the request failed
   */
  void take(List<ClaimedSubject> claims, List<Job> reported, long sentAt, boolean late) {
    long from = late ? System.nanoTime() : sentAt;
    var ours = late ? renewed(claims) : claims;
    var places = reported.iterator();
    var rest = new ArrayList<Release>();
    synchronized (this) {
      for (var claim : ours) {
        if (!stopping && hasPlace(places)) {
          begin(claim, from);
          reserved--;
        } else {
          rest.add(
              OutcomeReport.release(
                  state.workerEuid(), claim.leaseEuid(), "the worker has no place for it"));
        }
      }
    }
    giveBack(rest);
  }

  private boolean hasPlace(Iterator<Job> reported) {
    while (reported.hasNext()) {
      if (reported.next().leavePlace()) {
        return true;
      }
    }
    return state.slots().tryAcquire();
  }

  private void giveBack(List<Release> rest) {
    if (rest.isEmpty()) {
      return;
    }
    try {
      state.port().report(rest, null);
    } catch (InterruptedCallException e) {
      throw e;
    } catch (TaplineException e) {
      // The worker releases these leases when it stops, or they lapse.
      state.trouble(e);
    }
  }

  private int begin(List<ClaimedSubject> claims, boolean late) {
    long now = System.nanoTime();
    // The age of a lease from a repeated request is unknown; a renewal verifies it.
    var ours = late ? renewed(claims) : claims;
    ours.forEach(claim -> begin(claim, now));
    return ours.size();
  }

  private void begin(ClaimedSubject claim, long from) {
    var job = new Job(claim, from, state.codec(), progress);
    state.begin(job);
    run.accept(job);
  }

  private List<ClaimedSubject> renewed(List<ClaimedSubject> claims) {
    if (claims.isEmpty()) {
      return claims;
    }
    try {
      var verdicts =
          state
              .port()
              .renew(state.workerEuid(), claims.stream().map(ClaimedSubject::lease).toList());
      var ours = new ArrayList<ClaimedSubject>();
      for (int i = 0; i < claims.size(); i++) {
        if (verdicts.get(i).accepted()) {
          ours.add(claims.get(i));
        }
      }
      return ours;
    } catch (InterruptedCallException e) {
      throw e;
    } catch (TaplineException e) {
      // The server is unavailable again; the leases lapse, which is safe.
      state.trouble(e);
      return List.of();
    }
  }
}
