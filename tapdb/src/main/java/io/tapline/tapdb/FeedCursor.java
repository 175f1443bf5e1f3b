package io.tapline.tapdb;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.regex.Pattern;

/** A position in the feed. For clients it is an opaque text. */
public record FeedCursor(long feedKey, long uid) implements Comparable<FeedCursor> {

  /** The position before the first entry. */
  public static final FeedCursor START = new FeedCursor(0, 0);

  /**
   * The leading digit is the version of the form, so that it can change while clients keep old
   * cursors.
   */
  private static final Pattern FORM = Pattern.compile("1\\.([0-9]{1,19})\\.([0-9]{1,19})");

  private static final int MAX_LENGTH = 60;

  public static FeedCursor parse(String text) {
    try {
      if (text.length() > MAX_LENGTH) throw new IllegalArgumentException("too long");
      var form =
          FORM.matcher(
              new String(Base64.getUrlDecoder().decode(text), StandardCharsets.ISO_8859_1));
      if (!form.matches()) throw new IllegalArgumentException("another form");
      var cursor = new FeedCursor(Long.parseLong(form.group(1)), Long.parseLong(form.group(2)));
      if (!cursor.toString().equals(text)) throw new IllegalArgumentException("another spelling");
      return cursor;
    } catch (IllegalArgumentException e) {
      var shown = text.length() > MAX_LENGTH ? text.substring(0, MAX_LENGTH) + "…" : text;
      throw new IllegalArgumentException(
          "'" + shown + "' is not a feed cursor; use one that a page of the feed gave you", e);
    }
  }

  @Override
  public int compareTo(FeedCursor other) {
    int byKey = Long.compare(feedKey, other.feedKey);
    return byKey != 0 ? byKey : Long.compare(uid, other.uid);
  }

  @Override
  public String toString() {
    var form = "1." + feedKey + "." + uid;
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(form.getBytes(StandardCharsets.ISO_8859_1));
  }
}
