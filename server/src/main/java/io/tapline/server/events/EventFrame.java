package io.tapline.server.events;

import io.tapline.api.EventType;
import io.tapline.engine.read.evidence.EventReads;
import io.tapline.engine.read.evidence.EventView;
import io.tapline.tapdb.FeedCursor;
import io.tapline.tapdb.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** The events of one action as bytes, serialized once for all readers. */
record EventFrame(FeedCursor cursor, List<FramedEvent> events, List<RoomEvent> rooms) {

  /** One event for readers in rooms: the rooms that receive it, and its text without an id. */
  record RoomEvent(Predicate<String> reaches, byte[] bytes) {}

  /** One event: the fields that readers filter by, and its text. */
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

  /** A copy with the events for readers in rooms. */
  EventFrame inRooms(List<RoomEvent> roomEvents) {
    return new EventFrame(cursor, events, roomEvents);
  }

  /** An event for a room; the last event of an action carries the id. */
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
   * A comment, and the reached position as an id: an event source stores it although no event is
   * dispatched.
   */
  static byte[] heartbeat(FeedCursor reached) {
    return bytes(": heartbeat\n" + (reached == null ? "" : "id: " + reached + "\n") + "\n");
  }

  /** The reconnect delay after a cut. */
  static byte[] greeting(long retryMillis) {
    return bytes("retry: " + retryMillis + "\n\n");
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
