package io.tapline.tapdb;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;

/** Times in documents: UTC, microseconds, fixed width, so that text order is time order. */
public final class TimeText {

  private static final DateTimeFormatter FORMAT =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

  /** Four-digit years only: a fifth digit would break the order. */
  public static final Instant MIN = Instant.parse("1970-01-01T00:00:00Z");

  public static final Instant MAX = Instant.parse("9999-12-31T23:59:59.999999Z");

  private static final String PATTERN = "0000-00-00T00:00:00.000000Z";
  private static final int NANOS_PER_MICRO = 1_000;

  private TimeText() {}

  public static String of(Instant time) {
    // Used at every step of every job: this takes a tenth of the time of a formatter.
    if (time.isBefore(MIN) || time.isAfter(MAX)) return FORMAT.format(time);
    var at = LocalDateTime.ofEpochSecond(time.getEpochSecond(), time.getNano(), ZoneOffset.UTC);
    var text = PATTERN.toCharArray();
    digits(text, 0, 4, at.getYear());
    digits(text, 5, 2, at.getMonthValue());
    digits(text, 8, 2, at.getDayOfMonth());
    digits(text, 11, 2, at.getHour());
    digits(text, 14, 2, at.getMinute());
    digits(text, 17, 2, at.getSecond());
    digits(text, 20, 6, at.getNano() / NANOS_PER_MICRO);
    return new String(text);
  }

  private static void digits(char[] text, int from, int width, int number) {
    for (int i = from + width - 1, rest = number; i >= from; i--, rest /= 10) {
      text[i] = (char) ('0' + rest % 10);
    }
  }

  /** Parses any ISO 8601 instant with an offset, truncated to microseconds. */
  public static Instant parse(String text) {
    var time =
        isOurs(text)
            ? fast(text)
            : OffsetDateTime.parse(text).toInstant().truncatedTo(ChronoUnit.MICROS);
    if (time.isBefore(MIN) || time.isAfter(MAX)) {
      throw new java.time.DateTimeException("'" + text + "' is not between 1970 and 9999");
    }
    return time;
  }

  /** Whether the text has exactly the form of {@link #of}. */
  private static boolean isOurs(String text) {
    if (text.length() != PATTERN.length()) return false;
    for (int i = 0; i < PATTERN.length(); i++) {
      char expected = PATTERN.charAt(i);
      char c = text.charAt(i);
      if (expected == '0' ? c < '0' || c > '9' : c != expected) return false;
    }
    return true;
  }

  private static Instant fast(String text) {
    return LocalDateTime.of(
            number(text, 0, 4),
            number(text, 5, 7),
            number(text, 8, 10),
            number(text, 11, 13),
            number(text, 14, 16),
            number(text, 17, 19),
            number(text, 20, 26) * NANOS_PER_MICRO)
        .toInstant(ZoneOffset.UTC);
  }

  private static int number(String text, int from, int to) {
    return Integer.parseInt(text, from, to, 10);
  }
}
