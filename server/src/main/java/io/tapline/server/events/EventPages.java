package io.tapline.server.events;

import io.tapline.api.EventType;
import io.tapline.api.Limits;
import io.tapline.api.Page;
import io.tapline.api.WordList;
import io.tapline.engine.Engine;
import io.tapline.engine.read.evidence.EventFilter;
import io.tapline.engine.read.evidence.EventView;
import io.tapline.server.http.Endpoint;
import io.tapline.server.http.EndpointCall;
import io.tapline.server.http.ProblemException;
import io.tapline.server.http.ValueShape;
import io.tapline.tapdb.TimeCursor;

/** A page of events, with the parameter names of either API. */
public final class EventPages {

  /** Both names of an event type are accepted. */
  private static final ValueShape TYPES = ValueShape.choice(EventType.names());

  private static final String SUBJECT = "subject_euid";
  private static final String JOB = "job_id";

  private EventPages() {}

  /** The filters of a page, except the object. */
  public static Endpoint.Builder narrowed(Endpoint.Builder page) {
    return page.query(
            EventCursor.FIELD,
            ValueShape.text(200),
            "a next_cursor; end: only new events; default: from the beginning")
        .query("limit", ValueShape.whole(1, Page.MAX_LIMIT), "events per page; default: 50")
        .query("type", TYPES, "only events of this type")
        .query(
            "correlation_id", ValueShape.text(Limits.KEY), "only events with this correlation id")
        .query("from", ValueShape.time(), "only from this time on")
        .query("to", ValueShape.time(), "only before this time");
  }

  /** The filter by job, under the name of either API. */
  public static Endpoint.Builder ofOneObject(Endpoint.Builder page) {
    return page.query(SUBJECT, ValueShape.text(Limits.KEY), "only events of this job")
        .query(JOB, ValueShape.text(Limits.KEY), "another name of subject_euid");
  }

  /** The job that the parameters name, or null. */
  static String object(EndpointCall call) {
    var subject = call.text(SUBJECT);
    var job = call.text(JOB);
    if (subject != null && job != null && !subject.equals(job)) {
      throw ProblemException.invalid(
          JOB, "is not the same as " + SUBJECT + "; send only one of " + SUBJECT + " and " + JOB);
    }
    return subject != null ? subject : job;
  }

  public static Page<EventView> read(EndpointCall call, Engine engine) {
    var filter =
        new EventFilter(
            object(call),
            type(call),
            call.text("correlation_id"),
            call.time("from"),
            call.time("to"));
    var after = call.text(EventCursor.FIELD);
    var place = after == null ? null : TimeCursor.parse(after);
    var events = engine.reads().events();
    if (place != null && !filter.indexed()) {
      throw ProblemException.invalid(
          EventCursor.FIELD,
          "belongs to another list; send it with the parameters of the page that returned it");
    }
    return filter.indexed() && (after == null || place != null)
        ? events.inTimeOrder(call.tenantId(), filter, place, call.limit())
        : events.page(call.tenantId(), EventCursor.of(call, engine).after(), filter, call.limit());
  }

  /** The event type, by either of its names; null when it is absent. */
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
