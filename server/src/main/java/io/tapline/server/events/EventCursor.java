package io.tapline.server.events;

import io.tapline.engine.Engine;
import io.tapline.server.http.EndpointCall;
import io.tapline.server.http.ProblemException;
import io.tapline.tapdb.FeedCursor;

/** The position in the feed at which a request begins to read: the parameter {@code after}. */
public final class EventCursor {

  public static final String FIELD = "after";

  /**
   * Replaces a cursor, for a client that has just read the current state and needs only later
   * events.
   */
  private static final String END = "end";

  private EventCursor() {}

  public static StreamPosition of(EndpointCall call, Engine engine) {
    var text = call.text(FIELD);
    return END.equals(text)
        ? StreamPosition.after(engine.reads().events().end(call.tenantId()))
        : parse(text, FIELD);
  }

  static StreamPosition parse(String text, String field) {
    try {
      return text == null ? StreamPosition.after(FeedCursor.START) : StreamPosition.parse(text);
    } catch (IllegalArgumentException e) {
      throw ProblemException.invalid(field, e.getMessage());
    }
  }
}
