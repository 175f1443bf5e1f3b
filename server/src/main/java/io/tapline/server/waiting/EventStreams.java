package io.tapline.server.waiting;

import io.tapline.engine.Engine;
import io.tapline.engine.model.EventType;
import io.tapline.server.http.ProblemCode;
import io.tapline.server.http.ProblemException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongConsumer;

/** Readers of events who stay, of all tenants: server-sent events. */
public final class EventStreams implements Signals.Room {

  public static final String MEDIA_TYPE = "text/event-stream";

  /** Each may keep a megabyte unsent. */
  public static final int MOST = 1_000;

  /** Well within the minute after which proxies cut a silent connection. */
  private static final long HEARTBEAT_MILLIS = 15_000;

  private static final long RETRY_MILLIS = 1_000;
  private static final long ENDED_MILLIS = 5_000;

  private final Engine engine;
  private final Staff staff;
  private final ClientWatch watch;
  private final Map<Long, Tail> tails = new ConcurrentHashMap<>();
  private volatile LongConsumer firstOfTenant = tenantId -> {};
  private volatile boolean closed;

  EventStreams(Engine engine, Staff staff, ClientWatch watch, long lookMillis) {
    this.engine = engine;
    this.staff = staff;
    this.watch = watch;
    staff.every(lookMillis, this::lookEverywhere);
    staff.every(HEARTBEAT_MILLIS, () -> staff.now(this::heartbeat));
  }

  void whenFirst(LongConsumer listener) {
    firstOfTenant = listener;
  }

  /** Before the answer begins, while there still can be another. */
  public void requireRoom() {
    if (closed) {
      throw ProblemException.of(ProblemCode.DRAINING, "this server is stopping");
    }
    if (size() >= MOST) {
      throw ProblemException.of(
          ProblemCode.UNAVAILABLE, "this server has its " + MOST + " readers of events already");
    }
  }

  /** Begins the answer, which goes on until either side ends it. */
  public void open(
      HttpServletRequest request,
      HttpServletResponse response,
      long tenantId,
      StreamPosition from,
      String subjectEuid,
      EventType type)
      throws IOException {
    open(request, response, tenantId, from, subjectEuid, type, null);
  }

  /** The same for a room: what became of its tasks and jobs, and what there is to do. */
  public void openRoom(
      HttpServletRequest request,
      HttpServletResponse response,
      long tenantId,
      StreamPosition from,
      String roomId)
      throws IOException {
    open(request, response, tenantId, from, null, null, roomId);
  }

  private void open(
      HttpServletRequest request,
      HttpServletResponse response,
      long tenantId,
      StreamPosition from,
      String subjectEuid,
      EventType type,
      String roomId)
      throws IOException {
    var async = request.startAsync(request, response);
    async.setTimeout(0);
    var out = response.getOutputStream();
    // Not from the request when the time comes: it is another's by then.
    var hangUp = ClientWatch.hangUp(request);
    var stream = new EventStream(from, subjectEuid, type, roomId, async, out, hangUp);
    async.addListener(stream);
    out.setWriteListener(stream);
    var tail = tails.computeIfAbsent(tenantId, id -> new Tail(id, engine.reads(), staff));
    boolean first = tail.size() == 0;
    stream.greet(RETRY_MILLIS);
    tail.follow(stream);
    stream.whenOver(watch.watch(request, stream::end));
    // Should Tomcat not end what it found broken.
    stream.whenOver(() -> staff.in(ENDED_MILLIS, stream::complete));
    if (first) {
      firstOfTenant.accept(tenantId);
    }
    if (closed) {
      stream.end();
    }
  }

  public int size() {
    return tails.values().stream().mapToInt(Tail::size).sum();
  }

  private void heartbeat() {
    tails.values().forEach(tail -> tail.all().forEach(EventStream::heartbeat));
  }

  @Override
  public void acted(long tenantId, Gain gain) {
    heard(tenantId, null);
  }

  @Override
  public void heard(long tenantId, Fingerprint queue) {
    var tail = tails.get(tenantId);
    if (tail != null) {
      tail.look();
    }
  }

  @Override
  public void lookEverywhere() {
    tails.values().forEach(Tail::look);
  }

  @Override
  public Set<Long> tenants() {
    var some = new HashSet<Long>();
    tails.forEach(
        (tenantId, tail) -> {
          if (tail.size() > 0) {
            some.add(tenantId);
          }
        });
    return some;
  }

  /** Ends all: their clients come again, to another server or to this one's successor. */
  void close() {
    closed = true;
    tails.values().forEach(tail -> tail.all().forEach(EventStream::end));
  }
}
