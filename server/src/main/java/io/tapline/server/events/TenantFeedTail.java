package io.tapline.server.events;

import io.tapline.engine.Engine;
import io.tapline.engine.pipeline.BackgroundFailures;
import io.tapline.engine.pipeline.BackgroundFailures.Task;
import io.tapline.engine.read.evidence.EventReads;
import io.tapline.server.longpoll.WaitScheduler;
import io.tapline.tapdb.FeedCursor;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The end of one tenant's feed, read once for all streams that follow it. A stream that is behind
 * reads separate pages, each after the previous one is sent, and joins when it has caught up.
 */
final class TenantFeedTail {

  private static final int PAGE = 200;

  /** Minimum interval between two reads of the feed. */
  private static final long APART_MILLIS = 20;

  /**
   * An action is in the feed once all older transactions have ended, so the feed is read several
   * times at growing intervals.
   */
  private static final int LOOKS = 6;

  private final long tenantId;
  private final EventReads events;
  private final RoomFrames rooms;
  private final BackgroundFailures failures;
  private final WaitScheduler waitScheduler;

  private final Set<EventStream> behind = new HashSet<>();
  private final List<EventStream> joining = new ArrayList<>();
  private final Set<EventStream> joined = new HashSet<>();
  private FeedCursor cursor;
  private boolean scheduled;
  private boolean reading;
  private int looks;

  TenantFeedTail(long tenantId, Engine engine, WaitScheduler waitScheduler) {
    this.tenantId = tenantId;
    this.events = engine.reads().events();
    this.rooms = new RoomFrames(tenantId, engine.reads().tasks());
    this.failures = engine.failures();
    this.waitScheduler = waitScheduler;
  }

  void follow(EventStream stream) {
    synchronized (this) {
      behind.add(stream);
    }
    stream.whenOver(() -> forget(stream));
    waitScheduler.now(tenantId, () -> catchUp(stream));
  }

  private synchronized void forget(EventStream stream) {
    behind.remove(stream);
    joining.remove(stream);
    joined.remove(stream);
  }

  synchronized int size() {
    return behind.size() + joining.size() + joined.size();
  }

  synchronized List<EventStream> all() {
    var all = new ArrayList<>(behind);
    all.addAll(joining);
    all.addAll(joined);
    return all;
  }

  /** Sends one page to a stream that is behind; false when it was the last. */
  private boolean page(EventStream stream) {
    var page = events.steps(tenantId, stream.processedTo(), stream.subjectEuid(), PAGE);
    var steps = page.steps();
    stream.send(stream.ofRoom() ? rooms.framesOf(steps) : EventFrame.of(steps));
    return !page.ended();
  }

  private void catchUp(EventStream stream) {
    try {
      if (stream.over()) {
        return;
      }
      if (page(stream)) {
        stream.whenSent(() -> waitScheduler.now(tenantId, () -> catchUp(stream)));
        return;
      }
      synchronized (this) {
        if (behind.remove(stream)) {
          joining.add(stream);
        }
        looks = Math.max(looks, 1);
        schedule(0);
      }
    } catch (RuntimeException e) {
      failed(stream, e);
    }
  }

  /** The client reconnects at its position. */
  private void failed(EventStream stream, RuntimeException e) {
    failures.failed(Task.EVENT_STREAM, "a reader of events of tenant " + tenantId, e);
    stream.end();
  }

  /** Schedules reads of the feed after an action. */
  void look() {
    synchronized (this) {
      if (!joined.isEmpty() || !joining.isEmpty()) {
        looks = LOOKS;
        schedule(APART_MILLIS);
      }
    }
  }

  private void schedule(long millis) {
    if (!scheduled && !reading) {
      scheduled = true;
      waitScheduler.in(millis, () -> waitScheduler.now(tenantId, this::read));
    }
  }

  private void read() {
    synchronized (this) {
      scheduled = false;
      reading = true;
      looks--;
    }
    boolean more = false;
    try {
      join();
      more = readOn();
    } catch (RuntimeException e) {
      failures.failed(Task.EVENT_STREAM, "the feed of tenant " + tenantId, e);
    }
    synchronized (this) {
      reading = false;
      if (more || !joining.isEmpty()) {
        looks = Math.max(looks, 1);
        schedule(0);
      } else if (looks > 0) {
        schedule(APART_MILLIS << (LOOKS - looks));
      }
    }
  }

  /**
   * Only this thread moves the cursor, so a stream that has read to the end has all events before
   * it.
   */
  private void join() {
    List<EventStream> newcomers;
    boolean alone;
    synchronized (this) {
      newcomers = List.copyOf(joining);
      alone = joined.isEmpty();
    }
    if (newcomers.isEmpty()) {
      return;
    }
    if (alone) {
      cursor = events.end(tenantId);
    }
    for (var stream : newcomers) {
      try {
        join(stream);
      } catch (RuntimeException e) {
        failed(stream, e);
      }
    }
  }

  private void join(EventStream stream) {
    boolean more = page(stream);
    synchronized (this) {
      if (!joining.remove(stream)) {
        return;
      }
      (more ? behind : joined).add(stream);
    }
    if (more) {
      stream.whenSent(() -> waitScheduler.now(tenantId, () -> catchUp(stream)));
    } else {
      stream.reached(cursor);
    }
  }

  private boolean readOn() {
    List<EventStream> readers;
    synchronized (this) {
      readers = List.copyOf(joined);
    }
    if (readers.isEmpty()) {
      return false;
    }
    var page = events.steps(tenantId, cursor, null, PAGE);
    var steps = page.steps();
    if (!steps.isEmpty()) {
      // Tasks are read for rooms only.
      boolean forRooms = readers.stream().anyMatch(EventStream::ofRoom);
      var frames = forRooms ? rooms.framesOf(steps) : EventFrame.of(steps);
      for (var reader : readers) {
        try {
          reader.send(frames);
        } catch (RuntimeException e) {
          failed(reader, e);
        }
      }
      cursor = steps.get(steps.size() - 1).cursor();
    }
    return !page.ended();
  }
}
