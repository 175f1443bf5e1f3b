package io.tapline.server.events;

import io.tapline.api.EventType;
import io.tapline.engine.Engine;
import io.tapline.engine.model.Caller;
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

/** The open streams of server-sent events, of all tenants. */
@Component
public final class EventStreams implements ActivityListener {

  public static final String MEDIA_TYPE = "text/event-stream";

  /** Well within the minute after which proxies close an idle connection. */
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

  /** Called before the response begins, while it can still be a refusal. */
  public void requireRoom(Caller caller) {
    if (closed) {
      throw ProblemException.of(ProblemCode.DRAINING, "this server is stopping");
    }
    var seat = seats.take(owner(caller));
    if (seat == null) {
      throw ProblemException.of(
          ProblemCode.TOO_MANY_READERS,
          "the limit of event streams is reached: of "
              + seats.total()
              + " streams, one tenant may use "
              + seats.mostOfGroup()
              + " and one principal "
              + seats.mostOfMember()
              + "; close some, or read GET /events by pages");
    }
    seat.close();
  }

  private static FairShare.Owner owner(Caller caller) {
    return FairShare.Owner.principal(caller.tenantId(), caller.principal());
  }

  /**
   * Begins the response, which lasts until either side ends it.
   *
   * @param authorized whether the reader may still read; checked with every heartbeat
   */
  public void open(
      HttpServletRequest request,
      HttpServletResponse response,
      Caller caller,
      StreamPosition from,
      String subjectEuid,
      EventType type,
      BooleanSupplier authorized)
      throws IOException {
    open(request, response, caller, from, subjectEuid, type, null, authorized);
  }

  /** Opens a room's stream: the status of its tasks, changes of its jobs, and claimable tasks. */
  public void openRoom(
      HttpServletRequest request,
      HttpServletResponse response,
      Caller caller,
      StreamPosition from,
      String roomId,
      BooleanSupplier authorized)
      throws IOException {
    open(request, response, caller, from, null, null, roomId, authorized);
  }

  private void open(
      HttpServletRequest request,
      HttpServletResponse response,
      Caller caller,
      StreamPosition from,
      String subjectEuid,
      EventType type,
      String roomId,
      BooleanSupplier authorized)
      throws IOException {
    var async = request.startAsync(request, response);
    async.setTimeout(0);
    var out = response.getOutputStream();
    // Read now, because the request object is reused later.
    var hangUp = ClientWatch.hangUp(request);
    var stream = new EventStream(from, subjectEuid, type, roomId, async, out, hangUp, authorized);
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
    // Completes the request if Tomcat does not end a broken connection.
    stream.whenOver(() -> waitScheduler.in(ENDED_MILLIS, stream::complete));
    if (first) {
      firstOfTenant.accept(tenantId);
    }
    // Another stream may have taken the last seat since the check.
    if (closed || seat == null) {
      stream.end();
    }
  }

  public int size() {
    return tails.values().stream().mapToInt(TenantFeedTail::size).sum();
  }

  void heartbeat() {
    endUnauthorized();
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

  /** Ends the streams whose token or session has ended. */
  public void credentialsEnded() {
    waitScheduler.now(this::endUnauthorized);
  }

  private void endUnauthorized() {
    eachStream(
        stream -> {
          if (!isAuthorized(stream)) {
            stream.end();
          }
        });
  }

  /** While the database is unavailable, the stream stays open; the next heartbeat checks again. */
  private static boolean isAuthorized(EventStream stream) {
    try {
      return stream.isAuthorized();
    } catch (StoreException e) {
      LOG.debug("the caller of an event stream could not be verified", e);
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

  /** Ends all streams; their clients reconnect to another server or to this one's successor. */
  void close() {
    closed = true;
    eachStream(EventStream::end);
  }
}
