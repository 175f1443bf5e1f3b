package io.tapline.client.worker;

import io.tapline.client.http.WireJson;
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

/** One piece of work in a handler's hands: what it is, how long it is ours, whether to stop. */
public final class Job {

  private static final Logger LOG = LoggerFactory.getLogger(Job.class);

  private final ClaimedSubject claim;
  private final Consumer<ProgressReport> progress;
  private final List<Consumer<Cancellation>> listeners = new ArrayList<>();
  private Cancellation cancellation;
  private Thread handling;
  private boolean over;
  private boolean settled;
  private boolean placeLeft;
  private volatile long leasedFrom;
  private final AtomicInteger ends = new AtomicInteger();

  /**
   * @param leasedFrom when the claim was sent: the lease cannot be older, by {@link
   *     System#nanoTime}
   */
  Job(ClaimedSubject claim, long leasedFrom, Consumer<ProgressReport> progress) {
    this.claim = claim;
    this.leasedFrom = leasedFrom;
    this.progress = progress;
  }

  public String subjectEuid() {
    return claim.subjectEuid();
  }

  public String queueKey() {
    return claim.queueKey();
  }

  /** What is to be done, in the queue's words; may be null. */
  public String actionKey() {
    return claim.actionKey();
  }

  /** 1 for the first. */
  public int attempt() {
    return claim.attemptNumber();
  }

  /**
   * Rises with every claim of the subject. Give it to whatever the work writes to, which then
   * refuses a lower one.
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

  /** What the subject was enqueued with, to be passed on to whatever the work calls; or null. */
  public String correlationId() {
    return claim.correlationId();
  }

  /** The trace that the subject was enqueued within, or null. */
  public String traceId() {
    return claim.traceId();
  }

  /**
   * The same as the W3C header {@code traceparent}, for whatever the work calls; null without a
   * trace. The parent that it names is this attempt.
   */
  public String traceparent() {
    return claim.traceId() == null
        ? null
        : "00-%s-%016x-01".formatted(claim.traceId(), claim.fencingToken());
  }

  /** What the work is about. */
  public JsonNode properties() {
    return claim.properties();
  }

  /** The same, as a record or class with snake_case fields. */
  public <T> T properties(Class<T> type) {
    return WireJson.read(claim.properties(), type);
  }

  /** Until then the work is ours for certain. It moves on with every renewal. */
  public Instant deadline() {
    return Instant.now().plusNanos(leasedFrom + claim.ttl().toNanos() - System.nanoTime());
  }

  /** Tells readers how far it is. Short-lived, sent in the background, the newest goes first. */
  public void progress(double fraction, String message) {
    if (!(fraction >= 0 && fraction <= 1)) {
      throw new IllegalArgumentException(fraction + " is not a fraction from 0 to 1");
    }
    progress.accept(
        new ProgressReport(
            claim.lease(), fraction, ErrorClasses.text(message, ProgressReport.MESSAGE)));
  }

  public synchronized boolean cancelled() {
    return cancellation != null;
  }

  /** Why to stop; empty while all is well. */
  public synchronized Optional<Cancellation> cancellation() {
    return Optional.ofNullable(cancellation);
  }

  /** For handlers that look now and then. */
  public synchronized void throwIfCancelled() {
    if (cancellation != null) {
      throw new CancelledException(cancellation);
    }
  }

  /**
   * The listener is called at once for every reason to stop, also for one that is there already.
   */
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
   * A lost lease, or the end of the grace time, also interrupts the handler. Of several callers
   * with the same reason only the first gets true.
   */
  boolean cancel(Cancellation why) {
    List<Consumer<Cancellation>> told;
    synchronized (this) {
      if (over || cancellation != null && cancellation.compareTo(why) >= 0) {
        return false;
      }
      cancellation = why;
      told = List.copyOf(listeners);
      if (why == Cancellation.LEASE_LOST) {
        // Before the handler can return: it would report what is no longer ours.
        over = true;
        interrupt();
      }
    }
    for (var listener : told) {
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
      // Lost or given back before a thread came to it: nobody would interrupt the handler any more.
      if (over || settled) {
        throw new CancelledException(cancellation);
      }
      handling = Thread.currentThread();
    }
    var before = MDC.getCopyOfContextMap();
    say("subject_euid", claim.subjectEuid());
    say("correlation_id", claim.correlationId());
    say("trace_id", claim.traceId());
    try {
      return handler.call();
    } finally {
      MDC.setContextMap(before == null ? Map.of() : before);
      synchronized (this) {
        handling = null;
        // What was meant for the handler must not hit whatever the thread does next.
        Thread.interrupted();
      }
    }
  }

  /** So that whatever the handler logs can be found again by it. */
  private static void say(String key, String value) {
    if (value != null) {
      MDC.put(key, value);
    }
  }

  /** The lease is lost, or the end was reported; only the first caller gets true. */
  synchronized boolean end() {
    boolean first = !over;
    over = true;
    return first;
  }

  /** How it ended is said once: by its handler, or by a worker that waits no longer for it. */
  synchronized boolean settle() {
    boolean first = !settled && !over;
    settled = true;
    return first;
  }

  /** The next work is to have its place, if it has one still: its end frees none then. */
  synchronized boolean leavePlace() {
    placeLeft |= !over;
    return !over;
  }

  synchronized boolean placeLeft() {
    return placeLeft;
  }

  /** Its lease ends, and its handler returns, in either order; true for the second of the two. */
  boolean oneOfTwoEnds() {
    return ends.incrementAndGet() == 2;
  }

  synchronized boolean over() {
    return over;
  }

  void renewed(long sentAt) {
    leasedFrom = sentAt;
  }

  /** Renewed at a third of its time, so that two tries may fail, or sooner if its queue says so. */
  long renewalDue() {
    return leasedFrom + Math.min(claim.heartbeatInterval().toNanos(), claim.ttl().toNanos() / 3);
  }

  boolean lapsed(long now) {
    return now - (leasedFrom + claim.ttl().toNanos()) >= 0;
  }
}
