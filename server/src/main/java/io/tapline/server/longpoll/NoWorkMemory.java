package io.tapline.server.longpoll;

import io.tapline.api.ClaimAnswer;
import io.tapline.api.Code;
import io.tapline.engine.Engine;
import io.tapline.engine.command.Claim;
import io.tapline.engine.command.LeaseCommand;
import io.tapline.engine.command.PayloadHash;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.ClaimOutcome;
import io.tapline.engine.model.RefusedException;
import io.tapline.engine.model.ReportOutcome;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * Recent claims that were answered with NO_WORK. A proxy or a network may deliver the same request
 * again, late; its worker uses another key by then, so a lease granted now would lapse unused. The
 * entries are in memory because a write for every claim without work would cost more than the
 * claim. Another server does not have them; {@code not_after} covers that case.
 */
@Component
public final class NoWorkMemory {

  /** Longer than networks and proxies delay a request. */
  static final Duration REMEMBERED = Duration.ofSeconds(60);

  /** About 2 MB; the oldest entries are dropped first. */
  static final int MOST = 10_000;

  private record Asked(
      long tenantId, String principal, String workerEuid, String key, String hash) {}

  private final Engine engine;
  private final LongSupplier nanos;
  private final Map<Asked, Long> until =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Asked, Long> eldest) {
          return size() > MOST;
        }
      };

  @Autowired
  NoWorkMemory(Engine engine) {
    this(engine, System::nanoTime);
  }

  NoWorkMemory(Engine engine, LongSupplier nanos) {
    this.engine = engine;
    this.nanos = nanos;
  }

  /** Runs a claim; a claim that was answered with NO_WORK gets the same answer again. */
  public ClaimAnswer claim(Caller caller, Claim command) {
    if (!knows(caller, command)) {
      return engine.claim(caller, command);
    }
    try {
      // Another server may have granted a lease since then, which is replayed.
      return engine.claim(caller, command.until(Instant.EPOCH));
    } catch (RefusedException e) {
      if (e.code() != Code.CLAIM_TOO_LATE) {
        throw e;
      }
      return ClaimAnswer.noWork(command.workerEuid());
    }
  }

  /**
   * Runs a report with its next claim: the endings take effect in any case, and a claim that was
   * answered with NO_WORK gets the same answer again.
   */
  public ReportOutcome report(Caller caller, List<? extends LeaseCommand> endings, Claim next) {
    if (!knows(caller, next)) {
      var reported = engine.report(caller, endings, next);
      if (reported.claimed() != null && reported.claimed().noWork()) {
        told(caller, next, reported.claimed().answer());
      }
      return reported;
    }
    var reported = engine.report(caller, endings, next.until(Instant.EPOCH));
    return reported.claimed() != null
            && reported.claimed().refusal() != null
            && reported.claimed().refusal().code() == Code.CLAIM_TOO_LATE
        ? new ReportOutcome(
            reported.outcomes(), ClaimOutcome.of(ClaimAnswer.noWork(next.workerEuid())))
        : reported;
  }

  /**
   * Records an answer with NO_WORK for a fixed time after the first one. A repeated answer does not
   * extend it; otherwise a worker that polls with one key would never receive a job.
   */
  public ClaimAnswer told(Caller caller, Claim command, ClaimAnswer answer) {
    if (answer.claims().isEmpty() && !knows(caller, command)) {
      synchronized (until) {
        until.put(asked(caller, command), nanos.getAsLong() + REMEMBERED.toNanos());
      }
    }
    return answer;
  }

  /** Whether this server recently answered the claim with NO_WORK. */
  public boolean knows(Caller caller, Claim command) {
    synchronized (until) {
      if (until.isEmpty()) {
        return false;
      }
      var asked = asked(caller, command);
      var end = until.get(asked);
      if (end != null && nanos.getAsLong() - end >= 0) {
        until.remove(asked);
        return false;
      }
      return end != null;
    }
  }

  int size() {
    synchronized (until) {
      return until.size();
    }
  }

  private static Asked asked(Caller caller, Claim command) {
    return new Asked(
        caller.tenantId(),
        caller.principal(),
        command.workerEuid(),
        command.meta().idempotencyKey(),
        PayloadHash.of(command));
  }
}
