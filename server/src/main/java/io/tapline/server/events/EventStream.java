package io.tapline.server.events;

import io.tapline.api.EventType;
import io.tapline.tapdb.FeedCursor;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One reader of events. Producers enqueue events without blocking; unsent bytes are buffered up to
 * a limit. Beyond it the connection is closed, and the client reconnects at its position.
 */
final class EventStream implements WriteListener, AsyncListener {

  private static final Logger LOG = LoggerFactory.getLogger(EventStream.class);

  /** Several pages of events; only a stalled reader has more unsent bytes. */
  private static final int MOST_BYTES = 1 << 20;

  private final String subjectEuid;
  private final EventType type;
  private final String roomId;
  private final AsyncContext async;
  private final ServletOutputStream out;
  private final Runnable hangUp;
  private final BooleanSupplier authorized;
  private final ArrayDeque<byte[]> unsent = new ArrayDeque<>();
  private StreamPosition from;
  private FeedCursor processedTo;
  private FeedCursor lastId;
  private int bytes;
  private boolean unflushed;
  private boolean moved = true;
  private Runnable whenSent;
  private final List<Runnable> whenOver = new ArrayList<>();
  private boolean blocked;
  private boolean over;
  private boolean completed;

  EventStream(
      StreamPosition from,
      String subjectEuid,
      EventType type,
      String roomId,
      AsyncContext async,
      ServletOutputStream out,
      Runnable hangUp,
      BooleanSupplier authorized) {
    this.from = from;
    this.processedTo = from.after();
    this.lastId = processedTo;
    this.subjectEuid = subjectEuid;
    this.type = type;
    this.roomId = roomId;
    this.async = async;
    this.out = out;
    this.hangUp = hangUp;
    this.authorized = authorized;
  }

  /** Whether its reader may still read. Queries the database, so the lock must not be held. */
  boolean isAuthorized() {
    return authorized.getAsBoolean();
  }

  /** Whether it is a room's stream, which carries tasks and jobs instead of events. */
  boolean ofRoom() {
    return roomId != null;
  }

  String subjectEuid() {
    return subjectEuid;
  }

  /** All events up to this cursor are sent or do not match the filter. */
  synchronized FeedCursor processedTo() {
    return processedTo;
  }

  synchronized boolean over() {
    return over;
  }

  synchronized void whenOver(Runnable listener) {
    whenOver.add(listener);
    if (over) {
      listener.run();
    }
  }

  /** Sends those events of the frames that match the filter and were not sent before. */
  synchronized void send(List<EventFrame> frames) {
    for (var frame : frames) {
      if (frame.cursor().compareTo(processedTo) > 0) {
        if (ofRoom()) {
          sendToRoom(frame);
        } else {
          int known = from.readOf(frame.cursor());
          for (int i = known; i < frame.events().size(); i++) {
            send(frame.events().get(i), frame.cursor());
          }
        }
        processedTo = frame.cursor();
      }
    }
    write();
  }

  /** A reader that is cut between two events of one action receives both again. */
  private void sendToRoom(EventFrame frame) {
    var reached = frame.rooms().stream().filter(event -> event.reaches().test(roomId)).toList();
    for (int i = 0; i < reached.size(); i++) {
      if (i == reached.size() - 1) {
        add(EventFrame.idLine(frame.cursor()));
        lastId = frame.cursor();
      }
      add(reached.get(i).bytes());
    }
  }

  private void send(EventFrame.FramedEvent event, FeedCursor cursor) {
    if ((subjectEuid == null || subjectEuid.equals(event.subjectEuid()))
        && (type == null || type == event.type())) {
      add(event.bytes());
      lastId = cursor;
    }
  }

  /** All events before this cursor were sent or do not match. */
  synchronized void reached(FeedCursor end) {
    if (end.compareTo(processedTo) > 0) {
      processedTo = end;
    }
  }

  synchronized void greet(long retryMillis) {
    add(EventFrame.greeting(retryMillis));
    write();
  }

  /**
   * Sends a comment with the position, or closes a connection that has taken no bytes since the
   * last heartbeat.
   */
  synchronized void heartbeat() {
    if (!unsent.isEmpty() && !moved) {
      cut("does not read");
      return;
    }
    moved = false;
    if (unsent.isEmpty()) {
      add(EventFrame.heartbeat(processedTo.compareTo(lastId) > 0 ? processedTo : null));
      lastId = processedTo;
      write();
    }
  }

  /** Runs the task once all buffered bytes are written. */
  synchronized void whenSent(Runnable next) {
    whenSent = next;
    write();
  }

  private void add(byte[] text) {
    if (over) {
      return;
    }
    unsent.add(text);
    bytes += text.length;
    if (bytes > MOST_BYTES) {
      cut("reads too slowly");
    }
  }

  private void write() {
    try {
      while (!over && !blocked) {
        if (!out.isReady()) {
          // Tomcat calls onWritePossible or onError later.
          blocked = true;
          break;
        }
        var next = unsent.poll();
        if (next != null) {
          bytes -= next.length;
          moved = true;
          unflushed = true;
          out.write(next);
        } else if (unflushed) {
          unflushed = false;
          out.flush();
        } else {
          break;
        }
      }
    } catch (IOException e) {
      // Tomcat detects the error, too, and calls onError on another thread; completing here would
      // conflict with it.
      LOG.debug("the client of an event stream has disconnected", e);
      forget();
      return;
    } catch (RuntimeException e) {
      LOG.debug("a write to an event stream failed", e);
      end();
      return;
    }
    if (unsent.isEmpty() && whenSent != null && !over) {
      var next = whenSent;
      whenSent = null;
      next.run();
    }
  }

  private void cut(String why) {
    LOG.debug("an event stream was closed: its client {}", why);
    hangUp.run();
    end();
  }

  /**
   * Ends the stream from the server's side. While Tomcat waits to write, completing would conflict
   * with it, and the request would never end. In that case the connection is closed, and Tomcat
   * completes the request.
   */
  synchronized void end() {
    forget();
    if (blocked) {
      hangUp.run();
    } else {
      complete();
    }
  }

  /** Completes the request once, independently of Tomcat's callbacks. */
  synchronized void complete() {
    if (!completed) {
      completed = true;
      try {
        async.complete();
      } catch (IllegalStateException e) {
        LOG.debug("the stream had already ended", e);
      }
    }
  }

  private void forget() {
    if (!over) {
      over = true;
      unsent.clear();
      whenSent = null;
      whenOver.forEach(Runnable::run);
    }
  }

  @Override
  public synchronized void onWritePossible() {
    blocked = false;
    if (over) {
      complete();
    } else {
      write();
    }
  }

  @Override
  public synchronized void onError(Throwable thrown) {
    LOG.debug("the client of an event stream has disconnected", thrown);
    forget();
    complete();
  }

  @Override
  public synchronized void onComplete(AsyncEvent event) {
    completed = true;
    forget();
  }

  @Override
  public synchronized void onTimeout(AsyncEvent event) {
    forget();
    complete();
  }

  @Override
  public synchronized void onError(AsyncEvent event) {
    forget();
    complete();
  }

  @Override
  public void onStartAsync(AsyncEvent event) {
    // The request is never restarted.
  }
}
