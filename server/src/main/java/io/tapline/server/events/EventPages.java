package io.tapline.server.events;

import io.tapline.api.Page;
import io.tapline.engine.Engine;
import io.tapline.engine.command.Limits;
import io.tapline.engine.model.EventType;
import io.tapline.engine.model.WordList;
import io.tapline.engine.read.evidence.EventFilter;
import io.tapline.engine.read.evidence.EventView;
import io.tapline.server.http.Endpoint;
import io.tapline.server.http.EndpointCall;
import io.tapline.server.http.ProblemException;
import io.tapline.server.http.ValueShape;
import io.tapline.tapdb.TimeCursor;

/** A page of events, under whichever names its reader knows them. */
public final class EventPages {

  /** Either name of a type is understood wherever one is asked for. */
  private static final ValueShape TYPES = ValueShape.choice(EventType.names());

  private EventPages() {}

  /** What narrows a page, beside the object that it is about. */
  public static Endpoint.Builder narrowed(Endpoint.Builder page) {
    return page.query(
            EventCursor.FIELD,
            ValueShape.text(200),
            "a next_cursor; end: only what comes from now on; absent: from the beginning")
        .query("limit", ValueShape.whole(1, Page.MAX_LIMIT), "events on a page; 50 if absent")
        .query("type", TYPES, "only those of this type")
        .query(
            "correlation_id", ValueShape.text(Limits.KEY), "only those under this correlation id")
        .query("from", ValueShape.time(), "not before this time")
        .query("to", ValueShape.time(), "before this time");
  }

  /**
   * @param object the parameter that names the subject
   */
  public static Page<EventView> read(EndpointCall call, Engine engine, String object) {
    var filter =
        new EventFilter(
            call.text(object),
            type(call),
            call.text("correlation_id"),
            call.time("from"),
            call.time("to"));
    var after = call.text(EventCursor.FIELD);
    var place = after == null ? null : TimeCursor.parse(after);
    var events = engine.reads().events();
    if (place != null && !filter.indexed()) {
      throw ProblemException.invalid(
          EventCursor.FIELD, "is of another list; give it with the parameters that it came with");
    }
    return filter.indexed() && (after == null || place != null)
        ? events.told(call.tenantId(), filter, place, call.limit())
        : events.page(call.tenantId(), EventCursor.of(call, engine).after(), filter, call.limit());
  }

  /** By either of its names; null when there is none. */
  static EventType type(EndpointCall call) {
    var text = call.text("type");
    if (text == null) {
      return null;
    }
    var type = EventType.named(text);
    if (type == null) {
      throw ProblemException.invalid("type", "is not one of " + WordList.and(EventType.names()));
    }
    return type;
  }

  static ValueShape types() {
    return TYPES;
  }
}
