package io.tapline.client.worker;

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
 * A worker at work. It claims what it has slots for, runs handlers, keeps their leases, reports
 * what came of them, and comes back by itself when the server was away. {@link #close} lets
 * handlers finish within the grace time and gives the rest back.
 */
public final class Worker implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Worker.class);

  /** What it may take to tell the server, after the grace time, what is given back. */
  private static final Duration LAST_WORDS = Duration.ofSeconds(5);

  private static final Duration FOR_EVER = Duration.ofDays(365);

  private final WorkerState state;
  private final HandlerRunner handlers;
  private final Duration grace;
  private final ExecutorService threads;
  private final LeaseRenewer renewer;
  private final HeartbeatLoop heartbeatLoop;
  private final OutcomeReporter reporter;
  private final ProgressSender desk;
  private final WorkClaimer claimer;
  private final Thread atExit;
  private final AtomicBoolean stopping = new AtomicBoolean();
  private final CountDownLatch stopped = new CountDownLatch(1);

  Worker(
      WorkerState state,
      HandlerRunner handlers,
      List<String> queues,
      WorkLimit workLimit,
      WorkerRegistration registration,
      Duration grace,
      boolean stopAtExit) {
    var name = registration.workerKey();
    this.state = state;
    this.handlers = handlers;
    this.grace = grace;
    this.threads = DaemonThreads.perTask(name);
    this.renewer = new LeaseRenewer(state, name);
    this.heartbeatLoop =
        new HeartbeatLoop(state, registration.heartbeatTtl(), this::stopLater, name);
    this.desk = new ProgressSender(state, name);
    this.claimer =
        new WorkClaimer(state, workLimit, queues, this::run, desk::tell, this::stopWhenDone, name);
    this.reporter = new OutcomeReporter(state, claimer, name);
    this.atExit = stopAtExit ? new Thread(this::close, name + "-exit") : null;
  }

  /** A worker over HTTP is made by the client; this one talks to any port. */
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
    desk.start();
    claimer.start();
  }

  /** The server's name for it. */
  public String euid() {
    return state.workerEuid();
  }

  /** What it has done since it started. */
  public WorkerFigures.Snapshot figures() {
    return state.figures().snapshot();
  }

  /** How many pieces of work it holds now. */
  public int inFlight() {
    return state.inFlight().size();
  }

  /** Waits until the worker has stopped, whatever stopped it. */
  public void awaitStop() throws InterruptedException {
    stopped.await();
  }

  /** Stops within the grace time it was built with, and waits for it. */
  @Override
  public void close() {
    stop(grace);
  }

  /**
   * Takes nothing new, tells handlers that it is stopping, lets them finish within the grace time,
   * and gives the rest back without costing an attempt. Waits for all that.
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

  /** There will be no more work, and what there is may take its time. */
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
            reporter.report(job, handlers.handle(job));
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
      LOG.info("{} pieces of work did not finish in time and are given back", inFlight());
      giveBack(state.inFlight());
    }
    giveBackUnheard();
  }

  private void giveBack(List<Job> rest) throws InterruptedException {
    for (var job : rest) {
      reporter.report(job, Outcome.released("the worker is stopping"));
      job.interrupt();
    }
    state.awaitNone(LAST_WORDS);
  }

  /**
   * The last heartbeat: from now on the worker is offline. A claim that was given up may have been
   * granted: nobody here has heard of that work.
   */
  private void giveBackUnheard() {
    heartbeatLoop.end();
    try {
      var unheard = new ArrayList<ReleaseReport>();
      for (var lease : state.port().leave(state.workerEuid()).liveLeases()) {
        if (state.job(lease) == null) {
          var held = new HeldLease(null, lease, Duration.ZERO);
          unheard.add(new ReleaseReport(held, "the worker is stopping"));
        }
      }
      for (var part : ListParts.split(unheard)) {
        state.port().report(state.workerEuid(), part, null);
      }
    } catch (InterruptedCallException e) {
      LOG.debug("interrupted while stopping", e);
    } catch (TaplineException e) {
      // Whatever it was will lapse.
      state.trouble(e);
    }
  }

  private void end() {
    heartbeatLoop.end();
    desk.end();
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
