package io.tapline.server.events;

import io.tapline.engine.Engine;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.EventType;
import io.tapline.engine.pipeline.BackgroundFailures.Task;
import io.tapline.server.base.FairShare;
import io.tapline.server.base.LimitedResource;
import io.tapline.server.base.ServerDrain;
import io.tapline.server.base.ServerShares;
import io.tapline.server.http.ProblemCode;
import io.tapline.server.http.ProblemException;
import io.tapline.server.longpoll.ActivityListener;
import io.tapline.server.longpoll.ClientWatch;
import io.tapline.server.longpoll.WaitScheduler;
import io.tapline.server.longpoll.WaitService;
import io.tapline.tapdb.StoreException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Readers of events who stay, of all tenants: server-sent events. */
@Component
public final class EventStreams implements ActivityListener {

  public static final String MEDIA_TYPE = "text/event-stream";

  /** Well within the minute after which proxies cut a silent connection. */
  private static final long HEARTBEAT_MILLIS = 15_000;

  private static final long RETRY_MILLIS = 1_000;
  private static final long ENDED_MILLIS = 5_000;

  private static final Logger LOG = LoggerFactory.getLogger(EventStreams.class);

  private final Engine engine;
  private final WaitScheduler waitScheduler;
  private final ClientWatch watch;
  private final Map<Long, TenantFeedTail> tails = new ConcurrentHashMap<>();
  private final LongConsumer firstOfTenant;
  private final FairShare seats;
  private volatile boolean closed;

  EventStreams(Engine engine, WaitService waitService, ServerDrain drain, ServerShares shares) {
    this.seats = shares.of(LimitedResource.EVENT_STREAMS);
    this.engine = engine;
    this.waitScheduler = waitService.scheduler();
    this.watch = waitService.clients();
    this.firstOfTenant = waitService.join(this);
    waitScheduler.every(WaitScheduler.LOOK_MILLIS, this::lookEverywhere);
    waitScheduler.every(HEARTBEAT_MILLIS, () -> waitScheduler.now(this::heartbeat));
    drain.whenBegun(this::close);
  }

  /** Before the answer begins, while there still can be another. */
  public void requireRoom(Caller caller) {
    if (closed) {
      throw ProblemException.of(ProblemCode.DRAINING, "this server is stopping");
    }
    var seat = seats.take(owner(caller));
    if (seat == null) {
      throw ProblemException.of(
          ProblemCode.TOO_MANY_READERS,
          "this server has no room for another reader of events of yours: of "
              + seats.total()
              + " a tenant may have "
              + seats.mostOfGroup()
              + " and a principal "
              + seats.mostOfMember()
              + "; close some, or read GET /events by pages");
    }
    seat.close();
  }

  private static FairShare.Owner owner(Caller caller) {
    return FairShare.Owner.principal(caller.tenantId(), caller.principal());
  }

  /**
   * Begins the answer, which goes on until either side ends it.
   *
   * @param standing whether the reader may still read; asked with every heartbeat
   */
  public void open(
      HttpServletRequest request,
      HttpServletResponse response,
      Caller caller,
      StreamPosition from,
      String subjectEuid,
      EventType type,
      BooleanSupplier standing)
      throws IOException {
    open(request, response, caller, from, subjectEuid, type, null, standing);
  }

  /** The same for a room: what became of its tasks and jobs, and what there is to do. */
  public void openRoom(
      HttpServletRequest request,
      HttpServletResponse response,
      Caller caller,
      StreamPosition from,
      String roomId,
      BooleanSupplier standing)
      throws IOException {
    open(request, response, caller, from, null, null, roomId, standing);
  }

  private void open(
      HttpServletRequest request,
      HttpServletResponse response,
      Caller caller,
      StreamPosition from,
      String subjectEuid,
      EventType type,
      String roomId,
      BooleanSupplier standing)
      throws IOException {
    var async = request.startAsync(request, response);
    async.setTimeout(0);
    var out = response.getOutputStream();
    // Not from the request when the time comes: it is another's by then.
    var hangUp = ClientWatch.hangUp(request);
    var stream = new EventStream(from, subjectEuid, type, roomId, async, out, hangUp, standing);
    var seat = seats.take(owner(caller));
    if (seat != null) {
      stream.whenOver(seat::close);
    }
    async.addListener(stream);
    out.setWriteListener(stream);
    long tenantId = caller.tenantId();
    var tail = tails.computeIfAbsent(tenantId, id -> new TenantFeedTail(id, engine, waitScheduler));
    boolean first = tail.size() == 0;
    stream.greet(RETRY_MILLIS);
    tail.follow(stream);
    stream.whenOver(watch.watch(request, stream::end));
    // Should Tomcat not end what it found broken.
    stream.whenOver(() -> waitScheduler.in(ENDED_MILLIS, stream::complete));
    if (first) {
      firstOfTenant.accept(tenantId);
    }
    // Another stream may have taken the last seat since there was room.
    if (closed || seat == null) {
      stream.end();
    }
  }

  public int size() {
    return tails.values().stream().mapToInt(TenantFeedTail::size).sum();
  }

  void heartbeat() {
    endFallen();
    eachStream(EventStream::heartbeat);
  }

  private void eachStream(Consumer<EventStream> work) {
    for (var tail : tails.values()) {
      for (var stream : tail.all()) {
        engine
            .failures()
            .isolate(Task.EVENT_STREAM, "a reader of events", () -> work.accept(stream));
      }
    }
  }

  /** A token or session has ended: the streams that were opened with it stop. */
  public void credentialsEnded() {
    waitScheduler.now(this::endFallen);
  }

  private void endFallen() {
    eachStream(
        stream -> {
          if (!stands(stream)) {
            stream.end();
          }
        });
  }

  /** Who cannot be asked about is asked about again. */
  private static boolean stands(EventStream stream) {
    try {
      return stream.stands();
    } catch (StoreException e) {
      LOG.debug("a reader of events could not be looked up", e);
      return true;
    }
  }

  @Override
  public void acted(long tenantId) {
    var tail = tails.get(tenantId);
    if (tail != null) {
      tail.look();
    }
  }

  @Override
  public void lookEverywhere() {
    tails.values().forEach(TenantFeedTail::look);
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
    eachStream(EventStream::end);
  }
}
