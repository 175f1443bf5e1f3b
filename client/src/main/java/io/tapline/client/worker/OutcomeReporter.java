package io.tapline.client.worker;

import io.tapline.api.ErrorClass;
import io.tapline.api.request.Claim;
import io.tapline.client.error.InterruptedCallException;
import io.tapline.client.error.Problem;
import io.tapline.client.error.TaplineException;
import io.tapline.client.error.UnauthenticatedException;
import io.tapline.client.http.Backoff;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports outcomes. A result is sent at once while no request is in progress; results of all kinds
 * that become ready during a request share the next one. Each result keeps its idempotency key
 * until the server acknowledges it or its lease lapses. When no claim of this worker is in
 * progress, a request also claims jobs for the slots that its results free.
 */
final class OutcomeReporter implements Runnable {

  private static final Logger LOG = LoggerFactory.getLogger(OutcomeReporter.class);

  private final WorkerState state;
  private final WorkClaimer claimer;
  // Bounded by the slots: a job keeps its slot until its report is acknowledged.
  private final BlockingQueue<OutcomeReport> waiting = new LinkedBlockingQueue<>();
  private final Backoff backoff = new Backoff();
  private final Thread thread;
  private volatile boolean ended;

  OutcomeReporter(WorkerState state, WorkClaimer claimer, String name) {
    this.state = state;
    this.claimer = claimer;
    this.thread = DaemonThreads.daemon(name + "-reporter", this);
  }

  void start() {
    thread.start();
  }

  /** Only the first outcome of a job counts. */
  void submit(OutcomeReport report) {
    if (report.job().settle()) {
      waiting.add(report);
    }
  }

  void end() {
    ended = true;
    thread.interrupt();
  }

  @Override
  public void run() {
    try {
      while (!ended) {
        var some = new ArrayList<OutcomeReport>();
        some.add(waiting.take());
        waiting.drainTo(some, WorkPort.BATCH - 1);
        send(some);
      }
    } catch (InterruptedException | InterruptedCallException e) {
      LOG.debug("the reporter ends");
    }
  }

  private void send(List<OutcomeReport> all) throws InterruptedException {
    var next = asks(all) ? claimer.askFor(all.size()) : null;
    try {
      send(all, next);
    } finally {
      claimer.claimSent();
    }
  }

  private static boolean asks(List<OutcomeReport> some) {
    return some.stream().anyMatch(OutcomeReport::asksForMore);
  }

  /**
   * Repeats the request until an answer arrives, so that a job granted in a lost answer is not
   * lost.
   */
  private void send(List<OutcomeReport> all, Claim next) throws InterruptedException {
    var some = all;
    for (boolean again = false; !some.isEmpty(); again = true) {
      some = some.stream().filter(this::stillOurs).toList();
      if (!some.isEmpty()) {
        some = sendOnce(some, claimer.stopping() || !asks(some) ? null : next, again);
      }
    }
  }

  private boolean stillOurs(OutcomeReport report) {
    if (report.job().lapsed(System.nanoTime())) {
      state.lost(report.job());
    }
    return !report.job().over();
  }

  /** Returns the reports to send again. */
  private List<OutcomeReport> sendOnce(List<OutcomeReport> some, Claim next, boolean again)
      throws InterruptedException {
    long sentAt = System.nanoTime();
    try {
      var results = some.stream().map(one -> one.result(state.workerEuid())).toList();
      var reported = state.port().report(results, next);
      backoff.reset();
      var verdicts = reported.verdicts();
      // Before the reported jobs are removed, so that a stopping worker waits for the new ones
      // too.
      claimer.take(reported.claimed(), ended(some, verdicts), sentAt, again);
      for (int i = 0; i < some.size(); i++) {
        apply(some.get(i), verdicts.get(i));
      }
      return List.of();
    } catch (InterruptedCallException e) {
      throw e;
    } catch (TaplineException e) {
      state.trouble(e);
      if (e.passing() || e instanceof UnauthenticatedException) {
        TimeUnit.NANOSECONDS.sleep(backoff.next().toNanos());
        return some;
      }
      refusedAsAWhole(some, next, e);
      return List.of();
    }
  }

  private static List<Job> ended(List<OutcomeReport> some, List<ItemVerdict> verdicts) {
    var ended = new ArrayList<Job>();
    for (int i = 0; i < some.size(); i++) {
      if (verdicts.get(i).accepted()) {
        ended.add(some.get(i).job());
      }
    }
    return ended;
  }

  /** One item invalidates the request, or the request is too large: halving isolates the item. */
  private void refusedAsAWhole(List<OutcomeReport> some, Claim next, TaplineException e)
      throws InterruptedException {
    if (next != null) {
      if (e.field() != null && e.field().startsWith("claim_next")) {
        claimer.neverWithReports();
      }
      send(some, null);
    } else if (some.size() > 1) {
      send(some.subList(0, some.size() / 2), null);
      send(some.subList(some.size() / 2, some.size()), null);
    } else {
      refused(some.get(0), new Problem(e.code(), e.status(), e.detail(), e.field()));
    }
  }

  private void apply(OutcomeReport report, ItemVerdict verdict) {
    if (!verdict.accepted()) {
      refused(report, verdict.problem());
      return;
    }
    if (done(report.outcome())) {
      state.figures().completed();
    } else if (report.outcome() instanceof Outcome.Failed) {
      state.figures().failed();
    } else {
      state.figures().released();
    }
    state.leaseOver(report.job());
  }

  /** A refused result is reported as a failure, a refused failure as a release. */
  private void refused(OutcomeReport report, Problem problem) {
    if (ItemRefusal.lost(problem)) {
      state.lost(report.job());
      return;
    }
    state.trouble(problem.exception());
    if (done(report.outcome())) {
      instead(
          report,
          Outcome.failed(
              ErrorClass.PERMANENT_STATE,
              problem.code(),
              ErrorClasses.text("the result was refused: " + problem.detail(), 4_000)));
    } else if (report.outcome() instanceof Outcome.Failed) {
      instead(report, Outcome.released("its failure could not be reported"));
    } else {
      state.lost(report.job());
    }
  }

  private static boolean done(Outcome outcome) {
    return outcome instanceof Outcome.Completed || outcome instanceof Outcome.Performed;
  }

  private void instead(OutcomeReport refused, Outcome outcome) {
    waiting.add(OutcomeReport.of(refused.job(), outcome));
  }
}
