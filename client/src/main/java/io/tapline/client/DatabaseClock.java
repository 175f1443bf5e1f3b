package io.tapline.client;

import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;

/**
 * The database's clock, as of the server's last answer: times that the server judges have to be its
 * own, whatever the clock of this machine says. It is behind by the time that the answer was on its
 * way.
 */
final class DatabaseClock {

  private record Reading(Instant time, long nanos) {}

  private volatile Reading last;

  /** An answer that has just come was written at this time; a text that is no time is ignored. */
  void learn(String time) {
    try {
      last = time == null ? last : new Reading(Instant.parse(time), System.nanoTime());
    } catch (DateTimeParseException e) {
      last = null;
    }
  }

  /** It has been set since, so nothing is known until the next answer. */
  void forget() {
    last = null;
  }

  /** So long from now; null as long as nothing is known. */
  Instant in(Duration length) {
    var known = last;
    return known == null
        ? null
        : known.time().plusNanos(System.nanoTime() - known.nanos()).plus(length);
  }
}
