package io.tapline.server;

import java.util.concurrent.TimeUnit;

/**
 * Writes to a console that may be a pipe which nobody reads: such a write never returns, and must
 * not keep a server from stopping.
 */
final class ConsoleGuard {

  /** More than a console takes that is read at all. */
  private static final long PATIENCE_MILLIS = TimeUnit.SECONDS.toMillis(5);

  private ConsoleGuard() {}

  /** Runs it elsewhere, and goes on without it when it does not end soon. */
  static void attempt(Runnable writing) {
    attempt(writing, PATIENCE_MILLIS);
  }

  static void attempt(Runnable writing, long patienceMillis) {
    var writer = new Thread(writing, "tapline-console");
    writer.setDaemon(true);
    writer.start();
    try {
      writer.join(patienceMillis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
