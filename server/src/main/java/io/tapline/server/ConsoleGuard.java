package io.tapline.server;

import java.util.concurrent.TimeUnit;

/**
 * Writes to a console that may be an unread pipe: such a write never returns, and must not prevent
 * a server from stopping.
 */
final class ConsoleGuard {

  /** Longer than any write to a console that is read. */
  private static final long PATIENCE_MILLIS = TimeUnit.SECONDS.toMillis(5);

  private ConsoleGuard() {}

  /** Runs the write on another thread, and continues without it after the limit. */
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
