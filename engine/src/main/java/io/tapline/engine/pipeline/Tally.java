package io.tapline.engine.pipeline;

import io.tapline.engine.model.ActionKey;
import io.tapline.engine.model.Code;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * What happens without leaving evidence: replays and refusals, counted in this process, per tenant.
 */
public final class Tally {

  private record Refused(long tenantId, ActionKey action, Code code) {}

  private final Map<Long, LongAdder> replays = new ConcurrentHashMap<>();
  private final Map<Refused, LongAdder> refusals = new ConcurrentHashMap<>();

  void replay(long tenantId) {
    replays.computeIfAbsent(tenantId, key -> new LongAdder()).increment();
  }

  void refusal(long tenantId, ActionKey action, Code code) {
    refusals
        .computeIfAbsent(new Refused(tenantId, action, code), key -> new LongAdder())
        .increment();
  }

  /** Source 000's idempotent_replay_total. */
  public long replays(long tenantId) {
    var count = replays.get(tenantId);
    return count == null ? 0 : count.sum();
  }

  /**
   * Source 000's claim_conflict_total: claims that met another's lease, or a subject that was no
   * longer there to claim.
   */
  public long claimConflicts(long tenantId) {
    return refusals.entrySet().stream()
        .filter(
            e ->
                e.getKey().tenantId() == tenantId
                    && e.getKey().action() == ActionKey.CLAIM_QUEUE_ITEM)
        .filter(
            e -> e.getKey().code() == Code.ALREADY_LEASED || e.getKey().code() == Code.NOT_VISIBLE)
        .mapToLong(e -> e.getValue().sum())
        .sum();
  }

  /** Every refusal by action and code. */
  public Map<String, Long> refusals(long tenantId) {
    var counts = new TreeMap<String, Long>();
    refusals.forEach(
        (key, count) -> {
          if (key.tenantId() == tenantId) {
            counts.merge(key.action().wire() + "/" + key.code(), count.sum(), Long::sum);
          }
        });
    return counts;
  }
}
