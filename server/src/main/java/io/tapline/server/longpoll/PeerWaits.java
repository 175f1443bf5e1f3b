package io.tapline.server.longpoll;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** The tenants for which claims wait at other servers, as far as those servers have said so. */
final class PeerWaits {

  /** Said again so often, while it holds. */
  static final long SAY_MILLIS = 10_000;

  /** Believed for so long: a word may be lost, and a server may die without one. */
  private static final long BELIEVED_NANOS = TimeUnit.MILLISECONDS.toNanos(3 * SAY_MILLIS);

  private final Map<Long, Long> until = new ConcurrentHashMap<>();

  /** True when it is news. */
  boolean waiting(long tenantId) {
    boolean known = waitFor(tenantId);
    until.put(tenantId, System.nanoTime() + BELIEVED_NANOS);
    return !known;
  }

  boolean waitFor(long tenantId) {
    var end = until.get(tenantId);
    return end != null && end - System.nanoTime() > 0;
  }
}
