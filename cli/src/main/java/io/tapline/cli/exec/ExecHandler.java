package io.tapline.cli.exec;

import io.tapline.client.worker.Cancellation;
import io.tapline.client.worker.Handler;
import io.tapline.client.worker.Job;
import io.tapline.client.worker.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Runs a program for each job. */
final class ExecHandler implements Handler, AutoCloseable {

  /**
   * Ctrl-C and the stop of a service manager also signal the program, before the worker is
   * notified.
   */
  private static final int INTERRUPTED = 130;

  private static final int TERMINATED = 143;

  private static final Duration SIGNAL_DELAY = Duration.ofSeconds(1);

  private final String command;
  private final Path directory;
  private final ExitVerdict exitVerdict;
  private final Duration grace;
  private final ExecLog log;
  private final Set<ChildProgram> children = ConcurrentHashMap.newKeySet();

  ExecHandler(String command, Path directory, ExitTable table, Duration grace, ExecLog log) {
    this.command = command;
    this.directory = directory;
    this.exitVerdict = new ExitVerdict(table);
    this.grace = grace;
    this.log = log;
  }

  @Override
  public Object handle(Job job) throws IOException, InterruptedException {
    long began = System.nanoTime();
    var childProgram =
        ChildProgram.start(
            command, ProgramInput.variables(job), directory, ProgramInput.input(job));
    children.add(childProgram);
    var stopping = new CountDownLatch(1);
    job.onCancel(why -> cancel(childProgram, why, stopping));
    try {
      int code = await(job, childProgram);
      var outcome = outcome(job, childProgram, code, stopping);
      log.ended(job, outcome, code, Duration.ofNanos(System.nanoTime() - began));
      return outcome;
    } finally {
      children.remove(childProgram);
    }
  }

  /** A stopping worker lets its programs finish; a cancellation or a lost lease stops them. */
  private void cancel(ChildProgram childProgram, Cancellation why, CountDownLatch stopping) {
    if (why == Cancellation.SHUTDOWN) {
      stopping.countDown();
    } else {
      childProgram.stop(grace);
    }
  }

  private int await(Job job, ChildProgram childProgram) throws InterruptedException {
    boolean lost = false;
    while (true) {
      try {
        int code = childProgram.await();
        if (lost) {
          throw new InterruptedException("the lease was lost");
        }
        return code;
      } catch (InterruptedException e) {
        boolean first = !lost && job.cancellation().orElse(null) == Cancellation.LEASE_LOST;
        if (!first) {
          // The grace time is over: no process may continue without a worker.
          childProgram.kill();
          log.gone(job, job.cancellation().orElse(Cancellation.SHUTDOWN));
          throw e;
        }
        lost = true;
        childProgram.stop(grace);
      }
    }
  }

  private Outcome outcome(Job job, ChildProgram childProgram, int code, CountDownLatch stopping)
      throws InterruptedException {
    boolean signalled = code == INTERRUPTED || code == TERMINATED;
    if (signalled && !job.cancelled()) {
      stopping.await(SIGNAL_DELAY.toMillis(), TimeUnit.MILLISECONDS);
    }
    var why = job.cancellation().orElse(null);
    if (signalled && why == Cancellation.SHUTDOWN) {
      return Outcome.released("the worker is stopping");
    }
    return code != 0 && why == Cancellation.CANCEL_REQUESTED
        ? exitVerdict.cancelled(code, childProgram)
        : exitVerdict.judge(code, childProgram);
  }

  /** Kills the running programs. */
  @Override
  public void close() {
    children.forEach(ChildProgram::kill);
  }
}
