package io.tapline.server.events;

import io.tapline.engine.model.EventType;
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
 * One reader of events. A producer leaves an event here and goes on; what its connection does not
 * take is kept up to a limit, and then the reader is cut: it comes again from where it was.
 */
final class EventStream implements WriteListener, AsyncListener {

  private static final Logger LOG = LoggerFactory.getLogger(EventStream.class);

  /** Several pages of events: more lies before a reader who does not read. */
  private static final int MOST_BYTES = 1 << 20;

  private final String subjectEuid;
  private final EventType type;
  private final String roomId;
  private final AsyncContext async;
  private final ServletOutputStream out;
  private final Runnable hangUp;
  private final BooleanSupplier standing;
  private final ArrayDeque<byte[]> unsent = new ArrayDeque<>();
  private StreamPosition from;
  private FeedCursor passed;
  private FeedCursor told;
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
      BooleanSupplier standing) {
    this.from = from;
    this.passed = from.after();
    this.told = passed;
    this.subjectEuid = subjectEuid;
    this.type = type;
    this.roomId = roomId;
    this.async = async;
    this.out = out;
    this.hangUp = hangUp;
    this.standing = standing;
  }

  /** Whether its reader may still read. Asks the database, so not under the lock. */
  boolean stands() {
    return standing.getAsBoolean();
  }

  /** Whether it is a room's stream, which carries tasks and jobs instead of events. */
  boolean ofRoom() {
    return roomId != null;
  }

  String subjectEuid() {
    return subjectEuid;
  }

  /** What comes after this is still to be sent. */
  synchronized FeedCursor passed() {
    return passed;
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

  /** Sends what of these it wants and does not have yet. */
  synchronized void send(List<EventFrame> frames) {
    for (var frame : frames) {
      if (frame.cursor().compareTo(passed) > 0) {
        if (ofRoom()) {
          sendToRoom(frame);
        } else {
          int known = from.readOf(frame.cursor());
          for (int i = known; i < frame.events().size(); i++) {
            send(frame.events().get(i), frame.cursor());
          }
        }
        passed = frame.cursor();
      }
    }
    write();
  }

  /** Who is cut between two events of one action gets both again. */
  private void sendToRoom(EventFrame frame) {
    var reached = frame.rooms().stream().filter(event -> event.reaches().test(roomId)).toList();
    for (int i = 0; i < reached.size(); i++) {
      if (i == reached.size() - 1) {
        add(EventFrame.idLine(frame.cursor()));
        told = frame.cursor();
      }
      add(reached.get(i).bytes());
    }
  }

  private void send(EventFrame.FramedEvent event, FeedCursor cursor) {
    if ((subjectEuid == null || subjectEuid.equals(event.subjectEuid()))
        && (type == null || type == event.type())) {
      add(event.bytes());
      told = cursor;
    }
  }

  /** All that was before this is sent, or was not for it. */
  synchronized void reached(FeedCursor end) {
    if (end.compareTo(passed) > 0) {
      passed = end;
    }
  }

  synchronized void greet(long retryMillis) {
    add(EventFrame.greeting(retryMillis));
    write();
  }

  /** Shows that it is there, and how far it is; or that its connection takes nothing any more. */
  synchronized void heartbeat() {
    if (!unsent.isEmpty() && !moved) {
      cut("takes nothing");
      return;
    }
    moved = false;
    if (unsent.isEmpty()) {
      add(EventFrame.heartbeat(passed.compareTo(told) > 0 ? passed : null));
      told = passed;
      write();
    }
  }

  /** Once all that it has is on its way. */
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
          // Tomcat calls onWritePossible when it is, or onError.
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
      // Tomcat has seen it too and comes with onError, from a thread of its own. Completing here as
      // well would cross its way.
      LOG.debug("a reader of events has gone", e);
      forget();
      return;
    } catch (RuntimeException e) {
      LOG.debug("a reader of events cannot be written to", e);
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
    LOG.debug("a reader of events was cut: it {}", why);
    hangUp.run();
    end();
  }

  /**
   * The end, from our side. While Tomcat waits to write, completing would cross its way, and the
   * request would never end: then the connection is ended under it, and it comes by itself.
   */
  synchronized void end() {
    forget();
    if (blocked) {
      hangUp.run();
    } else {
      complete();
    }
  }

  /** Whatever Tomcat does or did. */
  synchronized void complete() {
    if (!completed) {
      completed = true;
      try {
        async.complete();
      } catch (IllegalStateException e) {
        LOG.debug("it was over before", e);
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
    LOG.debug("a reader of events has gone", thrown);
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
    // Not begun anew.
  }
}
