package io.tapline.server.metrics;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** Counters by queue of the actions of this server. */
enum QueueCount {
  ENQUEUED("Jobs that were put into the queue by an enqueue"),
  CLAIMS("Leases granted"),
  LEASE_RENEWALS("Leases renewed"),
  LEASE_EXPIRIES("Lapsed or forced leases settled"),
  COMPLETIONS("Attempts that were completed"),
  RETRIES("Attempts that failed and are retried"),
  FAILURES("Attempts that failed permanently"),
  DEAD_LETTERS("Dead letters opened");

  private final String about;

  QueueCount(String about) {
    this.about = about;
  }

  /** Without the suffix {@code _total}, which the exposition format adds. */
  String metric() {
    return "tapline_" + name().toLowerCase(Locale.ROOT);
  }

  String about() {
    return about;
  }

  static Map<QueueCount, LongAdder> zeroes() {
    var counts = new EnumMap<QueueCount, LongAdder>(QueueCount.class);
    for (var count : values()) {
      counts.put(count, new LongAdder());
    }
    return Collections.unmodifiableMap(counts);
  }
}
