package io.tapline.server.events;

import io.tapline.tapdb.FeedCursor;
import java.util.regex.Pattern;

/**
 * How far a reader of events has read, as the id of an event says it: a cursor of the feed, and
 * behind a dot how many events of that action were read, when it has more.
 *
 * @param partly the action whose events were read in part only, or null
 * @param read how many of them
 */
public record StreamPosition(FeedCursor after, FeedCursor partly, int read) {

  /** Events of one action are few; this is more than any has. */
  private static final Pattern FORM = Pattern.compile("([^.]*)(?:\\.([1-9][0-9]?))?");

  /**
   * @throws IllegalArgumentException if it is not the id of an event
   */
  public static StreamPosition parse(String text) {
    var form = FORM.matcher(text);
    if (!form.matches() || form.group(2) == null) {
      return after(FeedCursor.parse(text));
    }
    var action = FeedCursor.parse(form.group(1));
    // Just before it, so that the feed gives it once more.
    return new StreamPosition(
        new FeedCursor(action.feedKey(), action.uid() - 1),
        action,
        Integer.parseInt(form.group(2)));
  }

  public static StreamPosition after(FeedCursor cursor) {
    return new StreamPosition(cursor, null, 0);
  }

  /** The id of an event of an action: so many of its events are read then, of so many. */
  static String id(FeedCursor action, int read, int of) {
    return read == of ? action.toString() : action + "." + read;
  }

  /** How many events of an action were read before. */
  int readOf(FeedCursor action) {
    return action.equals(partly) ? read : 0;
  }
}
