package io.tapline.server.longpoll;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Times of the signals and scans of queues. Together they show whether a claim that found nothing
 * has to be followed by a scan. Not thread-safe: the dispatcher holds the lock.
 */
final class ScanTimes {

  private final LongSupplier nanoTime;
  private final Map<String, Long> signals = new HashMap<>();
  private final Map<String, Long> scans = new HashMap<>();
  private long signalEverywhere;

  ScanTimes(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    signalEverywhere = nanoTime.getAsLong();
  }

  /** A queue may have new work. */
  void signalled(String queueKey) {
    signals.put(queueKey, nanoTime.getAsLong());
  }

  /** Any queue may have new work. */
  void signalledEverywhere() {
    signalEverywhere = nanoTime.getAsLong();
  }

  /** A scan of these queues begins. */
  void scans(Collection<String> queueKeys) {
    long now = nanoTime.getAsLong();
    queueKeys.forEach(key -> scans.put(key, now));
  }

  /**
   * The time for which no scan of the queues is necessary after a claim that found nothing: a scan
   * finds the jobs that become ready within {@link WaitScheduler#LOOK_MILLIS}.
   *
   * @param queueKeys none for all queues, of which no scan is known
   * @param tried time at which the attempt of the claim began
   * @return milliseconds from now; 0 if a scan is necessary now
   */
  long current(List<String> queueKeys, long tried) {
    return queueKeys.stream().mapToLong(key -> current(key, tried)).min().orElse(0);
  }

  private long current(String queueKey, long tried) {
    var scan = scans.get(queueKey);
    var signal = signals.get(queueKey);
    if (scan == null || tried - signalEverywhere <= 0 || signal != null && tried - signal <= 0) {
      return 0;
    }
    long age = TimeUnit.NANOSECONDS.toMillis(nanoTime.getAsLong() - scan);
    return Math.max(0, WaitScheduler.LOOK_MILLIS - age);
  }
}
