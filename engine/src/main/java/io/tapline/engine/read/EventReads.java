package io.tapline.engine.read;

import io.tapline.engine.model.ActionNote;
import io.tapline.engine.model.Event;
import io.tapline.tapdb.Feed;
import io.tapline.tapdb.FeedCursor;
import io.tapline.tapdb.FeedEntry;
import io.tapline.tapdb.Json;
import io.tapline.tapdb.TapDb;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/** The action log as events, in commit order: at least once, nothing skipped. */
public final class EventReads {

  private final TapDb tapDb;

  EventReads(TapDb tapDb) {
    this.tapDb = tapDb;
  }

  /**
   * The events of the actions after the cursor.
   *
   * @param actions how many actions to read; each has none, one or a few events
   * @return the events, and the cursor to go on from, which moves past actions without events too
   */
  public Batch after(long tenantId, FeedCursor cursor, int actions) {
    return tapDb.snapshot(
        tenantId,
        tx -> {
          var entries = new Feed(tx).after(cursor, actions);
          var events = new ArrayList<EventView>();
          entries.forEach(entry -> add(events, entry));
          return new Batch(
              events, entries.isEmpty() ? cursor : entries.get(entries.size() - 1).cursor());
        });
  }

  /** What one reading of the feed gave. */
  public record Batch(List<EventView> events, FeedCursor next) {}

  private static void add(List<EventView> events, FeedEntry entry) {
    var note = Json.read(entry.properties(), ActionNote.class);
    var list = note.events() == null ? List.<Event>of() : note.events();
    for (int i = 0; i < list.size(); i++) {
      var event = list.get(i);
      var payload = new LinkedHashMap<String, Object>();
      put(payload, "action_euid", entry.euid());
      put(payload, "action_key", note.actionKey());
      put(payload, "queue_key", note.queueKey());
      put(payload, "worker_euid", note.workerEuid());
      put(payload, "lease_euid", note.leaseEuid());
      put(payload, "from_state", event.from());
      put(payload, "to_state", event.to());
      put(payload, "revision", event.revision());
      put(payload, "trace_id", note.traceId());
      events.add(
          new EventView(
              entry.euid() + "." + i,
              note.subjectEuid(),
              event.type(),
              entry.createdAt(),
              note.actor(),
              note.correlationId(),
              event.cause(),
              payload,
              1));
    }
  }

  private static void put(LinkedHashMap<String, Object> payload, String name, Object value) {
    if (value != null) {
      payload.put(name, value);
    }
  }
}
