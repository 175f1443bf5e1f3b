package io.tapline.server;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A shutdown step on its own thread, so that a blocked one does not prevent the next. */
final class ShutdownStep {

  private static final Logger LOG = LoggerFactory.getLogger(ShutdownStep.class);

  /** The implementation of a step. */
  interface Work {
    void run() throws Exception;
  }

  private ShutdownStep() {}

  /**
   * @return whether it ended in time, normally or not
   */
  static boolean run(String what, Duration most, Work work) {
    var thread = new Thread(() -> attempt(what, work), "tapline-stop");
    thread.setDaemon(true);
    thread.start();
    join(thread, most);
    if (!thread.isAlive()) {
      return true;
    }
    LOG.warn(
        "{} did not end within {} s; the next step of the stop begins", what, most.toSeconds());
    thread.interrupt();
    return false;
  }

  /** Waits for this time after it has called {@code before}; does nothing for zero. */
  static void pause(Duration length, Consumer<Duration> before) {
    if (length.isZero()) {
      return;
    }
    before.accept(length);
    try {
      TimeUnit.NANOSECONDS.sleep(length.toNanos());
    } catch (InterruptedException e) {
      // The shutdown continues at once.
      Thread.currentThread().interrupt();
    }
  }

  /** An interrupt does not shorten the shutdown, because its time is limited. */
  private static void join(Thread thread, Duration most) {
    long until = System.nanoTime() + most.toNanos();
    boolean interrupted = false;
    for (long left = most.toNanos(); left > 0 && thread.isAlive(); ) {
      try {
        TimeUnit.NANOSECONDS.timedJoin(thread, left);
      } catch (InterruptedException e) {
        interrupted = true;
      }
      left = until - System.nanoTime();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static void attempt(String what, Work work) {
    try {
      work.run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Exception e) {
      LOG.warn("{} failed during the stop", what, e);
    }
  }
}
