package io.tapline.client.worker;

import io.tapline.api.request.RegisterWorker;
import io.tapline.api.request.Release;
import io.tapline.client.error.InterruptedCallException;
import io.tapline.client.error.TaplineException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running worker. It claims jobs for its free slots, runs handlers, renews leases, reports
 * outcomes, and recovers when the server was unavailable. {@link #close} lets handlers finish
 * within the grace time and releases the other jobs.
 */
public final class Worker implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Worker.class);

  /** Time limit for releasing unfinished jobs after the grace time. */
  private static final Duration RELEASE_TIMEOUT = Duration.ofSeconds(5);

  private static final Duration FOR_EVER = Duration.ofDays(365);

  private final WorkerState state;
  private final HandlerRunner handlers;
  private final Duration grace;
  private final ExecutorService threads;
  private final LeaseRenewer renewer;
  private final HeartbeatLoop heartbeatLoop;
  private final OutcomeReporter reporter;
  private final ProgressSender progressSender;
  private final WorkClaimer claimer;
  private final Thread atExit;
  private final AtomicBoolean stopping = new AtomicBoolean();
  private final CountDownLatch stopped = new CountDownLatch(1);

  Worker(
      WorkerState state,
      HandlerRunner handlers,
      List<String> queues,
      WorkLimit workLimit,
      RegisterWorker registration,
      Duration grace,
      boolean stopAtExit) {
    var name = registration.workerKey();
    this.state = state;
    this.handlers = handlers;
    this.grace = grace;
    this.threads = DaemonThreads.perTask(name);
    this.renewer = new LeaseRenewer(state, name);
    this.heartbeatLoop =
        new HeartbeatLoop(
            state, Duration.ofSeconds(registration.heartbeatTtlSeconds()), this::stopLater, name);
    this.progressSender = new ProgressSender(state, name);
    this.claimer =
        new WorkClaimer(
            state, workLimit, queues, this::run, progressSender::submit, this::stopWhenDone, name);
    this.reporter = new OutcomeReporter(state, claimer, name);
    this.atExit = stopAtExit ? new Thread(this::close, name + "-exit") : null;
  }

  /** For any port; {@code TaplineClient} creates workers over HTTP. */
  public static WorkerBuilder builder(String name, WorkPort port) {
    return new WorkerBuilder(name, port);
  }

  void start() {
    if (atExit != null) {
      Runtime.getRuntime().addShutdownHook(atExit);
    }
    renewer.start();
    heartbeatLoop.start();
    reporter.start();
    progressSender.start();
    claimer.start();
  }

  public String euid() {
    return state.workerEuid();
  }

  /** Counts since the start. */
  public WorkerFigures.Snapshot figures() {
    return state.figures().snapshot();
  }

  /** Number of jobs that the worker holds now. */
  public int inFlight() {
    return state.inFlight().size();
  }

  /** Waits until the worker has stopped, for any reason. */
  public void awaitStop() throws InterruptedException {
    stopped.await();
  }

  /** Stops within the configured grace time, and waits for the end. */
  @Override
  public void close() {
    stop(grace);
  }

  /**
   * Claims nothing more, notifies the handlers, lets them finish within this time, and releases the
   * other jobs, which costs no attempt. Returns after all of this.
   */
  public void stop(Duration within) {
    if (stopping.compareAndSet(false, true)) {
      try {
        drain(within);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } finally {
        end();
      }
    } else {
      awaitUninterrupted();
    }
  }

  private void stopLater() {
    DaemonThreads.daemon("tapline-stop", this::close).start();
  }

  /** Stops after the present jobs have ended, without a time limit. */
  private void stopWhenDone() {
    DaemonThreads.daemon(
            "tapline-stop",
            () -> {
              try {
                state.awaitNone(FOR_EVER);
                close();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            })
        .start();
  }

  private void run(Job job) {
    renewer.wake();
    threads.execute(
        () -> {
          try {
            reporter.submit(handlers.handle(job));
          } finally {
            state.handlerReturned(job);
          }
        });
  }

  private void drain(Duration within) throws InterruptedException {
    claimer.stop();
    claimer.awaitEnd();
    state.inFlight().forEach(job -> job.cancel(Cancellation.SHUTDOWN));
    if (!state.awaitNone(within)) {
      LOG.info("{} jobs did not finish within the grace time and are released", inFlight());
      giveBack(state.inFlight());
    }
    releaseUnread();
  }

  private void giveBack(List<Job> rest) throws InterruptedException {
    for (var job : rest) {
      reporter.submit(OutcomeReport.of(job, Outcome.released("the worker is stopping")));
      job.interrupt();
    }
    state.awaitNone(RELEASE_TIMEOUT);
  }

  /**
   * Sends the last heartbeat, which sets the worker offline, and releases leases from cancelled
   * claims: such a claim may have been granted although its answer was not read.
   */
  private void releaseUnread() {
    heartbeatLoop.end();
    try {
      var unread = new ArrayList<Release>();
      for (var lease : state.port().leave(state.workerEuid()).liveLeases()) {
        if (state.job(lease) == null) {
          unread.add(OutcomeReport.release(state.workerEuid(), lease, "the worker is stopping"));
        }
      }
      for (var part : ListParts.split(unread)) {
        state.port().report(part, null);
      }
    } catch (InterruptedCallException e) {
      LOG.debug("interrupted while stopping", e);
    } catch (TaplineException e) {
      // The leases lapse.
      state.trouble(e);
    }
  }

  private void end() {
    heartbeatLoop.end();
    progressSender.end();
    reporter.end();
    renewer.end();
    threads.shutdownNow();
    stopped.countDown();
    forgetExit();
  }

  private void forgetExit() {
    if (atExit != null && Thread.currentThread() != atExit) {
      try {
        Runtime.getRuntime().removeShutdownHook(atExit);
      } catch (IllegalStateException e) {
        LOG.debug("the process is ending already", e);
      }
    }
  }

  private void awaitUninterrupted() {
    try {
      stopped.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
