package io.tapline.server.tasks;

import io.tapline.api.Limits;
import io.tapline.engine.Engine;
import io.tapline.engine.read.ReadModels;
import io.tapline.server.events.EventStreams;
import io.tapline.server.events.StreamPosition;
import io.tapline.server.http.Authenticator;
import io.tapline.server.http.Endpoint;
import io.tapline.server.http.EndpointCall;
import io.tapline.server.http.EndpointGroup;
import io.tapline.server.http.HttpAnswer;
import io.tapline.server.http.ProblemCode;
import io.tapline.server.http.ProblemException;
import io.tapline.server.http.ValueShape;
import java.util.List;
import org.springframework.http.HttpMethod;
import org.springframework.stereotype.Component;

/** The events of a room, as server-sent events. */
@Component
final class RoomEventEndpoints implements EndpointGroup {

  private static final String LAST_EVENT_ID = "Last-Event-ID";

  private final ReadModels reads;
  private final EventStreams streams;
  private final Authenticator authenticator;

  RoomEventEndpoints(Engine engine, EventStreams streams, Authenticator authenticator) {
    this.authenticator = authenticator;
    this.reads = engine.reads();
    this.streams = streams;
  }

  @Override
  public List<Endpoint> endpoints() {
    return List.of(
        Endpoint.get(TaskPaths.ROOM + "/events")
            .summary(
                "New events as a stream: task_status of the tasks of the room, job_changed"
                    + " of the jobs visible in it, task_available for its workers")
            .dialect(TaskProblems.DIALECT)
            .path("room", ValueShape.text(Limits.NAME), "the room")
            .header(
                LAST_EVENT_ID,
                ValueShape.text(100),
                "the last received event id, for a" + " client that reconnects")
            .answers(new ValueShape.Plain(EventStreams.MEDIA_TYPE))
            .refuses(
                TaskProblems.INVALID_ROOM_ID, ProblemCode.DRAINING, ProblemCode.TOO_MANY_READERS)
            .handledBy(this::stream));
  }

  private HttpAnswer stream(EndpointCall call) {
    var room = TaskRooms.of(call);
    var from = position(call);
    streams.requireRoom(call.caller());
    var standing = authenticator.standing(call.request());
    boolean headOnly = HttpMethod.HEAD.matches(call.request().getMethod());
    return HttpAnswer.streamed(
            EventStreams.MEDIA_TYPE,
            (request, response) -> {
              if (!headOnly) {
                streams.openRoom(request, response, call.caller(), from, room, standing);
              }
            })
        .header("X-Accel-Buffering", "no");
  }

  private StreamPosition position(EndpointCall call) {
    var last = call.header(LAST_EVENT_ID);
    try {
      return last == null || last.isEmpty()
          ? StreamPosition.after(reads.events().end(call.tenantId()))
          : StreamPosition.parse(last);
    } catch (IllegalArgumentException e) {
      throw ProblemException.invalid(LAST_EVENT_ID, e.getMessage());
    }
  }
}
