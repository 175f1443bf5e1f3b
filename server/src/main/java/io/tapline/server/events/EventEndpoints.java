package io.tapline.server.events;

import io.tapline.api.Code;
import io.tapline.engine.Engine;
import io.tapline.engine.read.evidence.EventView;
import io.tapline.server.actions.ApiPaths;
import io.tapline.server.http.Authenticator;
import io.tapline.server.http.Endpoint;
import io.tapline.server.http.EndpointCall;
import io.tapline.server.http.EndpointGroup;
import io.tapline.server.http.HttpAnswer;
import io.tapline.server.http.ProblemCode;
import io.tapline.server.http.ValueShape;
import java.util.List;
import org.springframework.http.HttpMethod;
import org.springframework.stereotype.Component;

/** Events of actions in commit order; those of one job are in revision order. */
@Component
final class EventEndpoints implements EndpointGroup {

  private static final String LAST_EVENT_ID = "Last-Event-ID";

  private final Engine engine;
  private final EventStreams streams;
  private final Authenticator authenticator;

  EventEndpoints(Engine engine, EventStreams streams, Authenticator authenticator) {
    this.engine = engine;
    this.streams = streams;
    this.authenticator = authenticator;
    authenticator.whenEnded(streams::credentialsEnded);
  }

  @Override
  public List<Endpoint> endpoints() {
    return List.of(
        EventPages.ofOneObject(EventPages.narrowed(Endpoint.get(ApiPaths.EXECUTION + "/events")))
            .summary(
                "Events after a cursor; every page contains the next cursor, which"
                    + " remains valid")
            .answers(ValueShape.page(EventView.class))
            .refuses(Code.NOT_FOUND)
            .handledBy(this::page),
        EventPages.ofOneObject(Endpoint.get(ApiPaths.EXECUTION + "/events/stream"))
            .summary("Events after a cursor as server-sent events, followed by new events")
            .query(
                EventCursor.FIELD,
                ValueShape.text(100),
                "the id of an event or a next_cursor; end: only new events; default: all")
            .query("type", EventPages.types(), "only events of this type")
            .header(
                LAST_EVENT_ID,
                ValueShape.text(100),
                "the last received event id; takes precedence over after when a client"
                    + " reconnects")
            .answers(new ValueShape.Plain(EventStreams.MEDIA_TYPE))
            .refuses(Code.NOT_FOUND)
            .refuses(ProblemCode.DRAINING, ProblemCode.TOO_MANY_READERS)
            .handledBy(this::stream));
  }

  private HttpAnswer page(EndpointCall call) {
    return call.ok(EventPages.read(call, engine));
  }

  private HttpAnswer stream(EndpointCall call) {
    var last = call.header(LAST_EVENT_ID);
    var from =
        last == null || last.isEmpty()
            ? EventCursor.of(call, engine)
            : EventCursor.parse(last, LAST_EVENT_ID);
    var subject = EventPages.object(call);
    var type = EventPages.type(call);
    if (subject != null) {
      // An invalid filter has to be refused before the response begins.
      engine.reads().events().page(call.tenantId(), from.after(), subject, type, 1);
    }
    streams.requireRoom(call.caller());
    var standing = authenticator.standing(call.request());
    boolean headOnly = HttpMethod.HEAD.matches(call.request().getMethod());
    return HttpAnswer.streamed(
            EventStreams.MEDIA_TYPE,
            (request, response) -> {
              if (!headOnly) {
                streams.open(request, response, call.caller(), from, subject, type, standing);
              }
            })
        // The header makes proxies forward events at once; answers of the server are never cached.
        .header("X-Accel-Buffering", "no");
  }
}
