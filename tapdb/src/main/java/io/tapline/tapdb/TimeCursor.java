package io.tapline.tapdb;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.regex.Pattern;

/**
 * A position in entries that are read in the order of time, and the position in the feed at which a
 * reader continues after the last of them.
 *
 * @param at the time of the last entry that was read, and {@code uid} its uid
 */
public record TimeCursor(FeedCursor end, Instant at, long uid) {

  private static final Pattern FORM =
      Pattern.compile("t1\\.([0-9]{1,18})\\.([0-9]{1,18})\\.([0-9]{1,18})\\.([0-9]{1,18})");

  /** The position, or null for a text of another form. */
  public static TimeCursor parse(String text) {
    try {
      var form =
          FORM.matcher(
              new String(Base64.getUrlDecoder().decode(text), StandardCharsets.ISO_8859_1));
      if (!form.matches()) {
        return null;
      }
      var at = Instant.EPOCH.plus(Long.parseLong(form.group(3)), ChronoUnit.MICROS);
      if (at.isAfter(TimeText.MAX)) {
        return null;
      }
      return new TimeCursor(
          new FeedCursor(Long.parseLong(form.group(1)), Long.parseLong(form.group(2))),
          at,
          Long.parseLong(form.group(4)));
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  @Override
  public String toString() {
    var form =
        "t1."
            + end.feedKey()
            + "."
            + end.uid()
            + "."
            + ChronoUnit.MICROS.between(Instant.EPOCH, at)
            + "."
            + uid;
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(form.getBytes(StandardCharsets.ISO_8859_1));
  }
}
