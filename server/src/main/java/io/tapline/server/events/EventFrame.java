package io.tapline.server.events;

import io.tapline.engine.model.EventType;
import io.tapline.engine.read.evidence.EventReads;
import io.tapline.engine.read.evidence.EventView;
import io.tapline.tapdb.FeedCursor;
import io.tapline.tapdb.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** An action's events as they go over the wire, made once for all who read them. */
record EventFrame(FeedCursor cursor, List<FramedEvent> events, List<RoomEvent> rooms) {

  /** One event for readers in rooms: which of them, and its text without an id. */
  record RoomEvent(Predicate<String> reaches, byte[] bytes) {}

  /** One event: what readers filter by, and its text. */
  record FramedEvent(String subjectEuid, EventType type, byte[] bytes) {}

  static List<EventFrame> of(List<EventReads.FeedStep> steps) {
    return steps.stream().map(EventFrame::of).toList();
  }

  private static EventFrame of(EventReads.FeedStep step) {
    var events = new ArrayList<FramedEvent>();
    int of = step.events().size();
    for (int i = 0; i < of; i++) {
      var event = step.events().get(i);
      events.add(
          new FramedEvent(
              event.jobId(),
              event.type(),
              text(StreamPosition.id(step.cursor(), i + 1, of), event)));
    }
    return new EventFrame(step.cursor(), events, List.of());
  }

  /** The same, with what readers in rooms receive. */
  EventFrame inRooms(List<RoomEvent> told) {
    return new EventFrame(cursor, events, told);
  }

  /** An event for a room; its id comes with the last one of its action. */
  static byte[] roomText(String name, Object data) {
    return bytes("event: " + name + "\ndata: " + Json.print(data) + "\n\n");
  }

  static byte[] idLine(FeedCursor cursor) {
    return bytes("id: " + cursor + "\n");
  }

  private static byte[] text(String id, EventView event) {
    return bytes(
        "id: " + id + "\nevent: " + event.type().wire() + "\ndata: " + Json.print(event) + "\n\n");
  }

  /**
   * A comment, and the place reached, which an event source keeps although no event comes of it.
   */
  static byte[] heartbeat(FeedCursor reached) {
    return bytes(": heartbeat\n" + (reached == null ? "" : "id: " + reached + "\n") + "\n");
  }

  /** How soon to come again after a cut. */
  static byte[] greeting(long retryMillis) {
    return bytes("retry: " + retryMillis + "\n\n");
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
