package io.tapline.server.events;

import io.tapline.tapdb.FeedCursor;
import java.util.regex.Pattern;

/**
 * The position of a reader, as encoded in the id of an event: a cursor of the feed, and after a dot
 * the number of events read of that action, when it has more.
 *
 * @param partly the action whose events were only partly read, or null
 * @param read number of its events that were read
 */
public record StreamPosition(FeedCursor after, FeedCursor partly, int read) {

  /** Two digits suffice: no action has a hundred events. */
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
    // The position before the action, so that the feed returns it again.
    return new StreamPosition(
        new FeedCursor(action.feedKey(), action.uid() - 1),
        action,
        Integer.parseInt(form.group(2)));
  }

  public static StreamPosition after(FeedCursor cursor) {
    return new StreamPosition(cursor, null, 0);
  }

  /**
   * The id of the event after which {@code read} of the {@code of} events of an action are read.
   */
  static String id(FeedCursor action, int read, int of) {
    return read == of ? action.toString() : action + "." + read;
  }

  /** Number of events of an action that were read before. */
  int readOf(FeedCursor action) {
    return action.equals(partly) ? read : 0;
  }
}
