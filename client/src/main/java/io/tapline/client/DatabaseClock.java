package io.tapline.client;

import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;

/**
 * Estimate of the database's clock, from the server's last answer: the server compares deadlines
 * with the database's clock, and the clock of this machine may differ. The estimate is late by the
 * transit time of that answer.
 */
final class DatabaseClock {

  private record Reading(Instant time, long nanos) {}

  private volatile Reading last;

  /**
   * Stores the time of an answer that has just arrived. Null is ignored; an unreadable time
   * discards the estimate.
   */
  void learn(String time) {
    try {
      last = time == null ? last : new Reading(Instant.parse(time), System.nanoTime());
    } catch (DateTimeParseException e) {
      last = null;
    }
  }

  /** Discards the estimate, because the database's clock was changed. */
  void forget() {
    last = null;
  }

  /** The estimated time after this duration; null without an estimate. */
  Instant in(Duration length) {
    var known = last;
    return known == null
        ? null
        : known.time().plusNanos(System.nanoTime() - known.nanos()).plus(length);
  }
}
