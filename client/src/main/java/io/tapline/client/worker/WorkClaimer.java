package io.tapline.client.worker;

import io.tapline.client.error.InterruptedCallException;
import io.tapline.client.error.TaplineException;
import io.tapline.client.http.Backoff;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** Asks for work, for as many pieces as there are free slots and never for more. */
final class WorkClaimer implements Runnable {

  /** Well below the minute after which proxies cut a silent connection. */
  private static final Duration WAIT = Duration.ofSeconds(20);

  /** A claim waits at one queue only, so with several it moves on after this time. */
  private static final Duration WAIT_AT_EACH = Duration.ofSeconds(1);

  private final WorkerState state;
  private final WorkLimit workLimit;
  private final List<String> queues;
  private final Consumer<Job> run;
  private final Consumer<ProgressReport> progress;
  private final Runnable whenEnough;
  private final Backoff backoff = new Backoff();
  private final Thread thread;
  private final AtomicInteger turn = new AtomicInteger();

  /** Pieces of work that may still be asked for, without those that are being asked for. */
  private int left;

  /** Pieces of work that a report is asking for. */
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
      Consumer<ProgressReport> progress,
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

  /** Gives up the claim that is under way. */
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
        int room = takeSlots();
        int got = 0;
        asking = true;
        try {
          got = room == 0 ? 0 : claim(room);
        } finally {
          asking = false;
          state.slots().release(room - got);
          unspent(room - got);
        }
        if (room > 0 && idle && workLimit.untilIdle()) {
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

  /** Waits while a report asks for the rest, since it may be given less. */
  private synchronized boolean wantsMore() throws InterruptedException {
    while (left == 0 && reserved > 0) {
      wait();
    }
    return !stopping && left > 0;
  }

  private int takeSlots() throws InterruptedException {
    state.slots().acquire();
    int room = 1 + state.slots().drainPermits();
    int wanted = spend(Math.min(room, WorkPort.BATCH));
    state.slots().release(room - wanted);
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

  /** No report asks for more from now on. */
  private synchronized boolean isEnough() {
    enough = true;
    return !stopping;
  }

  private int claim(int room) throws InterruptedException {
    idle = true;
    if (queues.size() < 2) {
      return claimFrom(queues.isEmpty() ? null : queues.get(0), room, wait(WAIT));
    }
    for (int i = 0; i < queues.size() && !stopping; i++) {
      int got = claimFrom(next(), room, Duration.ZERO);
      if (got > 0) {
        return got;
      }
    }
    return workLimit.untilIdle() ? 0 : claimFrom(next(), room, WAIT_AT_EACH);
  }

  private String next() {
    return queues.get(Math.floorMod(turn.getAndIncrement(), queues.size()));
  }

  private Duration wait(Duration length) {
    return workLimit.untilIdle() ? Duration.ZERO : length;
  }

  /** The same request until an answer comes: what was granted in a lost answer comes back so. */
  private int claimFrom(String queue, int room, Duration wait) throws InterruptedException {
    var request =
        new ClaimRequest(state.workerEuid(), queue, room, wait, UUID.randomUUID().toString());
    for (int tries = 1; !stopping; tries++) {
      try {
        var claims = state.port().claim(request);
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

  /** Whether the server has said no, rather than nothing. */
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
   * The claim of a report that frees so many places; null when it is not to claim, because the
   * claimer itself does. {@link #asked} must follow.
   */
  synchronized ClaimRequest askFor(int places) {
    if (stopping || enough || asking || neverWithReports || left == 0) {
      return null;
    }
    reserved = spend(places);
    var queue = queues.isEmpty() ? null : next();
    return new ClaimRequest(
        state.workerEuid(), queue, reserved, Duration.ZERO, UUID.randomUUID().toString());
  }

  /** The report has its answer, or none will come. */
  synchronized void asked() {
    left += reserved;
    reserved = 0;
    notifyAll();
  }

  /** The server does not take claims with reports: they are made by themselves from now on. */
  void neverWithReports() {
    neverWithReports = true;
  }

  boolean stopping() {
    return stopping;
  }

  /**
   * Work that came with a report takes the places of what was reported. Once the worker is stopping
   * it is given back.
   *
   * @param asked when it was asked for
   * @param late whether it was asked for before, without success
   */
  void take(List<ClaimedSubject> claims, List<Job> reported, long asked, boolean late) {
    long from = late ? System.nanoTime() : asked;
    var ours = late ? renewed(claims) : claims;
    var places = reported.iterator();
    var rest = new ArrayList<ReleaseReport>();
    synchronized (this) {
      for (var claim : ours) {
        if (!stopping && hasPlace(places)) {
          begin(claim, from);
          reserved--;
        } else {
          rest.add(new ReleaseReport(claim.lease(), "the worker has no place for it"));
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

  private void giveBack(List<ReleaseReport> rest) {
    if (rest.isEmpty()) {
      return;
    }
    try {
      state.port().report(state.workerEuid(), rest, null);
    } catch (InterruptedCallException e) {
      throw e;
    } catch (TaplineException e) {
      // Whatever it was is given back at the end, or lapses.
      state.trouble(e);
    }
  }

  private int begin(List<ClaimedSubject> claims, boolean late) {
    long now = System.nanoTime();
    // Nobody knows how old what came late is; a renewal tells.
    var ours = late ? renewed(claims) : claims;
    ours.forEach(claim -> begin(claim, now));
    return ours.size();
  }

  private void begin(ClaimedSubject claim, long from) {
    var job = new Job(claim, from, progress);
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
      // Away again: it is left to lapse, which is safe.
      state.trouble(e);
      return List.of();
    }
  }
}
