package io.tapline.server.http;

import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs requests that failed for lack of the database: one line for the first, then one a minute
 * with the number of further ones. An outage fails every request in the same way, and a stack trace
 * for each hides the cause and fills the disk.
 */
final class OutageLog {

  private static final Logger LOG = LoggerFactory.getLogger(OutageLog.class);
  private static final long INTERVAL_NANOS = Duration.ofMinutes(1).toNanos();

  private boolean begun;
  private long loggedAt;
  private long further;

  /**
   * @param request its name in the log
   */
  synchronized void note(String request, Throwable cause) {
    LOG.debug("{} failed because the database did not answer", request, cause);
    if (begun && System.nanoTime() - loggedAt < INTERVAL_NANOS) {
      further++;
      return;
    }
    LOG.warn(
        "{} failed because the database did not answer: {}; {} further requests since the last line",
        request,
        firstLine(cause),
        further);
    begun = true;
    loggedAt = System.nanoTime();
    further = 0;
  }

  private static String firstLine(Throwable cause) {
    return String.valueOf(cause.getMessage()).lines().findFirst().orElse("no reason was given");
  }
}
