package io.tapline.client.worker;

import io.tapline.api.Limits;
import io.tapline.api.request.ReportProgress;
import io.tapline.api.request.ReportProgressBuilder;
import java.lang.reflect.Type;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import tools.jackson.databind.JsonNode;

/** A claimed job, as passed to its handler: data, lease, progress and cancellation. */
public final class Job {

  private static final Logger LOG = LoggerFactory.getLogger(Job.class);

  private final ClaimedSubject claim;
  private final PayloadCodec codec;
  private final Consumer<ReportProgress> progress;
  private final List<Consumer<Cancellation>> listeners = new ArrayList<>();
  private Cancellation cancellation;
  private Thread handling;
  private boolean over;
  private boolean settled;
  private boolean placeLeft;
  private volatile long leasedFrom;
  private final AtomicInteger ends = new AtomicInteger();

  /**
   * @param leasedFrom start of the lease term by {@link System#nanoTime}: when the answer to a
   *     claim arrived, or when a request that claims beside results was sent
   */
  Job(
      ClaimedSubject claim,
      long leasedFrom,
      PayloadCodec codec,
      Consumer<ReportProgress> progress) {
    this.claim = claim;
    this.codec = codec;
    this.leasedFrom = leasedFrom;
    this.progress = progress;
  }

  public String subjectEuid() {
    return claim.subjectEuid();
  }

  public String queueKey() {
    return claim.queueKey();
  }

  /** The action of the job in its queue; may be null. */
  public String actionKey() {
    return claim.actionKey();
  }

  /** Number of the attempt, from 1. */
  public int attempt() {
    return claim.attemptNumber();
  }

  /**
   * Rises with every claim of the job. Pass it to the storage that the handler writes to, so that
   * the storage can refuse a lower token.
   */
  public long fencingToken() {
    return claim.fencingToken();
  }

  public String leaseEuid() {
    return claim.leaseEuid();
  }

  /** The record of this attempt. */
  public String recordEuid() {
    return claim.recordEuid();
  }

  /** The correlation id of the job, to be passed to called services; or null. */
  public String correlationId() {
    return claim.correlationId();
  }

  /** The trace in which the job was enqueued, or null. */
  public String traceId() {
    return claim.traceId();
  }

  /**
   * The W3C header {@code traceparent} for called services, with this attempt as the parent; null
   * without a trace.
   */
  public String traceparent() {
    return claim.traceId() == null
        ? null
        : "00-%s-%016x-01".formatted(claim.traceId(), claim.fencingToken());
  }

  /** The data of the job. */
  public JsonNode properties() {
    return claim.properties();
  }

  /**
   * The data of the job as a value of this type, by the {@linkplain WorkerBuilder#codec codec} of
   * the worker.
   *
   * @throws PayloadException if the data does not match the type; the message names the path
   */
  public <T> T properties(Class<T> type) {
    return type.cast(properties((Type) type));
  }

  /** The data of the job as a value of a type with parameters. */
  public Object properties(Type type) {
    return codec.decode(claim.properties(), type);
  }

  JsonNode encode(Object value) {
    return codec.encode(value);
  }

  /** End of the lease by this machine's clock; each renewal moves it. */
  public Instant deadline() {
    return Instant.now().plusNanos(leasedFrom + claim.ttl().toNanos() - System.nanoTime());
  }

  /**
   * Publishes the progress of the job. The runtime sends only the newest value, in the background;
   * the server discards it with the lease.
   */
  public void progress(double fraction, String message) {
    if (!(fraction >= 0 && fraction <= 1)) {
      throw new IllegalArgumentException(fraction + " is not a fraction from 0 to 1");
    }
    progress.accept(
        ReportProgressBuilder.builder()
            .subjectEuid(claim.subjectEuid())
            .leaseEuid(claim.leaseEuid())
            .fraction(fraction)
            .message(ErrorClasses.text(message, Limits.PROGRESS))
            .build());
  }

  public synchronized boolean cancelled() {
    return cancellation != null;
  }

  /** The reason to stop, or empty. */
  public synchronized Optional<Cancellation> cancellation() {
    return Optional.ofNullable(cancellation);
  }

  /** For handlers that poll for cancellation. */
  public synchronized void throwIfCancelled() {
    if (cancellation != null) {
      throw new CancelledException(cancellation);
    }
  }

  /** Calls the listener for every reason to stop, including one that exists already. */
  public void onCancel(Consumer<Cancellation> listener) {
    Cancellation already;
    synchronized (this) {
      listeners.add(listener);
      already = cancellation;
    }
    if (already != null) {
      listener.accept(already);
    }
  }

  ClaimedSubject claim() {
    return claim;
  }

  /**
   * Records a reason and notifies the listeners; a lost lease also interrupts the handler. False
   * unless the reason outranks the recorded one.
   */
  boolean cancel(Cancellation why) {
    List<Consumer<Cancellation>> notified;
    synchronized (this) {
      if (over || cancellation != null && cancellation.compareTo(why) >= 0) {
        return false;
      }
      cancellation = why;
      notified = List.copyOf(listeners);
      if (why == Cancellation.LEASE_LOST) {
        // Set before the handler can return, so that its result is not reported.
        over = true;
        interrupt();
      }
    }
    for (var listener : notified) {
      try {
        listener.accept(why);
      } catch (RuntimeException e) {
        LOG.warn("a listener of {} failed", claim.subjectEuid(), e);
      }
    }
    return true;
  }

  synchronized void interrupt() {
    if (handling != null) {
      handling.interrupt();
    }
  }

  Object within(Callable<Object> handler) throws Exception {
    synchronized (this) {
      // The lease was lost or released before the handler began, and no later event would
      // interrupt it.
      if (over || settled) {
        throw new CancelledException(cancellation);
      }
      handling = Thread.currentThread();
    }
    var before = MDC.getCopyOfContextMap();
    putLogField("subject_euid", claim.subjectEuid());
    putLogField("correlation_id", claim.correlationId());
    putLogField("trace_id", claim.traceId());
    try {
      return handler.call();
    } finally {
      MDC.setContextMap(before == null ? Map.of() : before);
      synchronized (this) {
        handling = null;
        // A late interrupt for the handler must not affect the thread's next task.
        Thread.interrupted();
      }
    }
  }

  /** Adds a field to the handler's log messages. */
  private static void putLogField(String key, String value) {
    if (value != null) {
      MDC.put(key, value);
    }
  }

  /** The lease was lost or its end was reported; true for the first caller only. */
  synchronized boolean end() {
    boolean first = !over;
    over = true;
    return first;
  }

  /** True for the first outcome only, from the handler or from a stopping worker. */
  synchronized boolean settle() {
    boolean first = !settled && !over;
    settled = true;
    return first;
  }

  /**
   * Passes the slot to the next job, unless this job has freed it already; its end then frees no
   * slot.
   */
  synchronized boolean leavePlace() {
    placeLeft |= !over;
    return !over;
  }

  synchronized boolean placeLeft() {
    return placeLeft;
  }

  /**
   * Counts the end of the lease and the return of the handler, in either order; true for the
   * second.
   */
  boolean oneOfTwoEnds() {
    return ends.incrementAndGet() == 2;
  }

  synchronized boolean over() {
    return over;
  }

  void renewed(long sentAt) {
    leasedFrom = sentAt;
  }

  /** A third of the lease, so that two renewals may fail, or the queue's shorter interval. */
  long renewalDue() {
    return leasedFrom + Math.min(claim.heartbeatInterval().toNanos(), claim.ttl().toNanos() / 3);
  }

  boolean lapsed(long now) {
    return now - (leasedFrom + claim.ttl().toNanos()) >= 0;
  }
}
