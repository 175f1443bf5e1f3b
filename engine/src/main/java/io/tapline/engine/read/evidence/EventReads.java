package io.tapline.engine.read.evidence;

import io.tapline.api.ActionName;
import io.tapline.api.EventType;
import io.tapline.api.Page;
import io.tapline.engine.model.ActionNote;
import io.tapline.engine.model.Event;
import io.tapline.engine.read.base.ObjectLookup;
import io.tapline.engine.read.base.PageCursor;
import io.tapline.engine.store.AnswerBytes;
import io.tapline.engine.store.DocumentCodec;
import io.tapline.engine.store.TemplateCache;
import io.tapline.tapdb.Feed;
import io.tapline.tapdb.FeedCursor;
import io.tapline.tapdb.FeedEntry;
import io.tapline.tapdb.TapDb;
import io.tapline.tapdb.TimeCursor;
import io.tapline.tapdb.TimeText;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The action log as events in commit order, with at-least-once delivery and no gaps. */
public final class EventReads {

  /** Maximum number of actions read for one page: a rare type must not cause a scan of all. */
  private static final int LOOK = 5_000;

  private static final List<String> TYPES =
      Arrays.stream(EventType.values()).map(EventType::wire).toList();

  private final TapDb tapDb;
  private final TemplateCache templateCache;

  public EventReads(TapDb tapDb, TemplateCache templateCache) {
    this.tapDb = tapDb;
    this.templateCache = templateCache;
  }

  /**
   * The events of the actions after the cursor.
   *
   * @param actions number of actions to read; each has none, one or a few events
   * @return the events, and the next cursor, which also passes actions without events
   */
  public EventBatch after(long tenantId, FeedCursor cursor, int actions) {
    return tapDb.snapshot(
        tenantId,
        tx -> {
          var entries = new Feed(tx).after(cursor, actions, AnswerBytes.MOST).entries();
          var events = new ArrayList<EventView>();
          entries.forEach(entry -> add(events, entry));
          return new EventBatch(
              events, entries.isEmpty() ? cursor : entries.get(entries.size() - 1).cursor());
        });
  }

  /**
   * A page of events for people and small consumers. Its cursor is never null: the feed has no end,
   * and events that did not match are not read again. The events of one action stay together, so a
   * page may exceed the limit by a few.
   *
   * @param subjectEuid the job to select, or null
   * @param type the type to select, or null
   */
  public Page<EventView> page(
      long tenantId, FeedCursor after, String subjectEuid, EventType type, int limit) {
    return page(
        tenantId,
        after,
        EventFilterBuilder.builder().subjectEuid(subjectEuid).type(type).build(),
        limit);
  }

  /**
   * Events that an index finds, ordered by time, without reading others. It contains the events in
   * the feed at the time of the first page; the last cursor is one of the feed, so a reader that
   * continues from it misses nothing.
   *
   * @param after the end of the previous page, or null for the first
   */
  public Page<EventView> inTimeOrder(
      long tenantId, EventFilter filter, TimeCursor after, int limit) {
    int most = PageCursor.limit(limit);
    return tapDb.snapshot(
        tenantId,
        tx -> {
          var feed = new Feed(tx);
          var at = after != null ? after : new TimeCursor(feed.end(), since(filter), 0);
          var page =
              feed.inTimeOrder(
                  filter.type() == null ? null : filter.type().wire(),
                  filter.correlationId(),
                  TYPES,
                  at,
                  filter.to() == null ? TimeText.MAX : filter.to(),
                  most,
                  AnswerBytes.MOST);
          var events = new ArrayList<EventView>();
          page.entries().forEach(entry -> addOnly(events, entry, filter));
          return new Page<>(
              events, page.ended() ? at.end().toString() : next(at, page.entries()).toString());
        });
  }

  private static Instant since(EventFilter filter) {
    return filter.from() == null || filter.from().isBefore(Instant.EPOCH)
        ? Instant.EPOCH
        : filter.from();
  }

  private static TimeCursor next(TimeCursor at, List<FeedEntry> entries) {
    var last = entries.get(entries.size() - 1);
    return new TimeCursor(at.end(), last.createdAt(), last.uid());
  }

  /** A page in feed order, which reads a bounded part of the feed. */
  public Page<EventView> page(long tenantId, FeedCursor after, EventFilter filter, int limit) {
    int most = PageCursor.limit(limit);
    return tapDb.snapshot(
        tenantId,
        tx -> {
          var subject =
              filter.subjectEuid() == null
                  ? null
                  : ObjectLookup.subject(tx, templateCache, filter.subjectEuid()).subject();
          var feed = new Feed(tx);
          var events = new ArrayList<EventView>();
          var cursor = after;
          for (int looked = 0; events.size() < most && looked < LOOK; ) {
            var page =
                subject == null
                    ? feed.after(cursor, most, AnswerBytes.MOST)
                    : feed.entriesOf(subject.uid(), cursor, most, AnswerBytes.MOST);
            for (var entry : page.entries()) {
              if (events.size() < most) {
                addOnly(events, entry, filter);
                cursor = entry.cursor();
              }
            }
            looked += page.entries().size();
            // Fewer entries than requested: the feed has ended, or the answer has reached its size.
            if (page.entries().size() < most) {
              break;
            }
          }
          return new Page<>(events, cursor.toString());
        });
  }

  /**
   * The actions after the cursor, one by one, including those without events, for a reader that
   * needs an exact position.
   *
   * @param subjectEuid the job to select, or null
   */
  public FeedSteps steps(long tenantId, FeedCursor after, String subjectEuid, int limit) {
    return tapDb.snapshot(
        tenantId,
        tx -> {
          var feed = new Feed(tx);
          var page =
              subjectEuid == null
                  ? feed.after(after, limit, AnswerBytes.MOST)
                  : feed.entriesOf(
                      ObjectLookup.subject(tx, templateCache, subjectEuid).subject().uid(),
                      after,
                      limit,
                      AnswerBytes.MOST);
          var steps = new ArrayList<FeedStep>();
          for (var entry : page.entries()) {
            var events = new ArrayList<EventView>();
            var note = add(events, entry);
            var properties = entry.properties();
            steps.add(
                new FeedStep(
                    entry.cursor(),
                    events,
                    note.actionKey(),
                    Stream.of(note.queueKey(), note.toQueueKey()).filter(Objects::nonNull).toList(),
                    note.subjectEuid(),
                    properties
                        .path("result")
                        .path("capabilities")
                        .valueStream()
                        .map(JsonNode::asString)
                        .toList()));
          }
          return new FeedSteps(steps, page.ended());
        });
  }

  /**
   * Actions of one read.
   *
   * @param ended whether the feed had no more; a short list does not imply it, because large
   *     actions end a page early
   */
  public record FeedSteps(List<FeedStep> steps, boolean ended) {}

  /**
   * The events of one action, and the cursor after it.
   *
   * @param queueKeys the queue of the action, followed by the queue that it moved its job to
   * @param subjectEuid the job of the action, or null
   * @param capabilities the capabilities of the worker of the action
   */
  public record FeedStep(
      FeedCursor cursor,
      List<EventView> events,
      ActionName action,
      List<String> queueKeys,
      String subjectEuid,
      List<String> capabilities) {

    /** The queue of the job after the action, else its last queue; null for none. */
    public String queueKey() {
      return queueKeys.isEmpty() ? null : queueKeys.get(queueKeys.size() - 1);
    }
  }

  /** The current end of the feed, after all readable entries. */
  public FeedCursor end(long tenantId) {
    return tapDb.snapshot(tenantId, tx -> new Feed(tx).end());
  }

  private static void addOnly(List<EventView> events, FeedEntry entry, EventFilter filter) {
    var all = new ArrayList<EventView>();
    add(all, entry);
    all.removeIf(event -> !filter.admits(event));
    events.addAll(all);
  }

  public record EventBatch(List<EventView> events, FeedCursor next) {}

  private static ActionNote add(List<EventView> events, FeedEntry entry) {
    var note = DocumentCodec.action((ObjectNode) entry.properties());
    var list = note.events() == null ? List.<Event>of() : note.events();
    for (int i = 0; i < list.size(); i++) {
      var event = list.get(i);
      var payload = new LinkedHashMap<String, Object>();
      put(payload, "action_euid", entry.euid());
      put(payload, "action_key", note.actionKey());
      put(payload, "queue_key", note.queueKey());
      put(payload, "to_queue_key", note.toQueueKey());
      put(payload, "worker_euid", note.workerEuid());
      put(payload, "lease_euid", note.leaseEuid());
      put(payload, "record_euid", note.recordEuid());
      put(payload, "from_state", event.from());
      put(payload, "to_state", event.to());
      put(payload, "revision", event.revision());
      put(payload, "trace_id", note.traceId());
      put(payload, "job_ids", event.type() == EventType.JOB_HEARTBEAT ? jobsOf(note) : null);
      events.add(
          EventViewBuilder.builder()
              .id(entry.euid() + "." + i)
              .jobId(note.subjectEuid())
              .type(event.type())
              .ts(entry.createdAt())
              .actor(note.actor())
              .correlationId(note.correlationId())
              .cause(event.cause())
              .payload(payload)
              .version(1)
              .build());
    }
    return note;
  }

  /** A heartbeat belongs to the worker and lists the jobs that the worker held at that time. */
  private static List<String> jobsOf(ActionNote note) {
    var jobs = new ArrayList<String>();
    note.result().path("job_ids").forEach(job -> jobs.add(job.stringValue()));
    return jobs;
  }

  private static void put(LinkedHashMap<String, Object> payload, String name, Object value) {
    if (value != null) {
      payload.put(name, value);
    }
  }
}
