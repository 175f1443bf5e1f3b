package io.tapline.tapdb;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;

/**
 * Times as they stand in documents: UTC, microseconds, one width, so that text order is time order.
 */
public final class TimeText {

  private static final DateTimeFormatter FORMAT =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

  /** Four-digit years only: a fifth digit would break the order. */
  public static final Instant MIN = Instant.parse("1970-01-01T00:00:00Z");

  public static final Instant MAX = Instant.parse("9999-12-31T23:59:59.999999Z");

  private TimeText() {}

  public static String of(Instant time) {
    return FORMAT.format(time);
  }

  /** Any ISO 8601 instant with an offset, cut to microseconds. */
  public static Instant parse(String text) {
    var time = OffsetDateTime.parse(text).toInstant().truncatedTo(ChronoUnit.MICROS);
    if (time.isBefore(MIN) || time.isAfter(MAX)) {
      throw new java.time.DateTimeException("'" + text + "' is not between 1970 and 9999");
    }
    return time;
  }
}
