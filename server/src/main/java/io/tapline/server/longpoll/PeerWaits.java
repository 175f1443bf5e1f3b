package io.tapline.server.longpoll;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** The tenants for which requests wait at other servers, as announced by those servers. */
final class PeerWaits {

  /** Interval between announcements to the other servers. */
  static final long ANNOUNCE_MILLIS = 10_000;

  static final long ANNOUNCE_NANOS = TimeUnit.MILLISECONDS.toNanos(ANNOUNCE_MILLIS);

  /** Validity of an announcement: a notification may be lost, and a server may stop without one. */
  private static final long VALID_NANOS = 3 * ANNOUNCE_NANOS;

  private final Map<Long, Long> until = new ConcurrentHashMap<>();

  /** True when the tenant was not announced before. */
  boolean waiting(long tenantId) {
    boolean known = waitFor(tenantId);
    until.put(tenantId, System.nanoTime() + VALID_NANOS);
    return !known;
  }

  boolean waitFor(long tenantId) {
    var end = until.get(tenantId);
    return end != null && end - System.nanoTime() > 0;
  }
}
