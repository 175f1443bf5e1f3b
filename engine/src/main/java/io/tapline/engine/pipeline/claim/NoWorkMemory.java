package io.tapline.engine.pipeline.claim;

import io.tapline.api.request.Claim;
import io.tapline.engine.model.Caller;
import io.tapline.engine.pipeline.HashedCommand;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Recent claims that were answered with NO_WORK. A proxy or a network may deliver the same request
 * again, late; its worker uses another key by then, so a lease granted now would lapse unused. The
 * entries are in memory because a write for every claim without work would cost more than the
 * claim. Another server does not have them; {@code not_after} covers that case. An entry is found
 * by its key, and the payload is hashed only then.
 */
public final class NoWorkMemory {

  /** Longer than networks and proxies delay a request. */
  static final Duration REMEMBERED = Duration.ofSeconds(60);

  /** About 2 MB; the oldest entries are dropped first. */
  public static final int MOST = 10_000;

  private final LongSupplier nanos;
  private final Map<ClaimKey, EmptyClaim> entries =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<ClaimKey, EmptyClaim> eldest) {
          return size() > MOST;
        }
      };

  private record ClaimKey(long tenantId, String principal, String workerEuid, String key) {

    static ClaimKey of(Caller caller, Claim command) {
      return new ClaimKey(
          caller.tenantId(),
          caller.principal(),
          command.workerEuid(),
          command.meta().idempotencyKey());
    }
  }

  private record EmptyClaim(String hash, long until) {}

  public NoWorkMemory() {
    this(System::nanoTime);
  }

  public NoWorkMemory(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /**
   * Stores the claim for a fixed time. A claim that is stored already does not stay longer;
   * otherwise a worker that polls with one key would never receive a job.
   */
  public void remember(Caller caller, Claim command) {
    if (command.meta().idempotencyKey() == null || isRemembered(caller, command)) {
      return;
    }
    var entry =
        new EmptyClaim(HashedCommand.hash(command), nanos.getAsLong() + REMEMBERED.toNanos());
    synchronized (entries) {
      entries.put(ClaimKey.of(caller, command), entry);
    }
  }

  public boolean isRemembered(Caller caller, Claim command) {
    var key = ClaimKey.of(caller, command);
    EmptyClaim entry;
    synchronized (entries) {
      entry = entries.get(key);
      if (entry != null && nanos.getAsLong() - entry.until() >= 0) {
        entries.remove(key);
        return false;
      }
    }
    return entry != null && entry.hash().equals(HashedCommand.hash(command));
  }

  public int size() {
    synchronized (entries) {
      return entries.size();
    }
  }
}
