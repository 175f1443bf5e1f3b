package io.tapline.engine.read.queue;

import io.tapline.engine.read.base.ReadClock;
import io.tapline.engine.store.ClaimCandidates;
import io.tapline.engine.store.DecisionRows;
import io.tapline.engine.store.TemplateCache;
import io.tapline.tapdb.Json;
import io.tapline.tapdb.TapDb;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Whether claims read an index in its own order, as they must to stay quick. */
public final class PlanReads {

  /** Every queue is claimed from by the same statement: a few tell. */
  private static final int QUEUES = 20;

  /** Each of these reads a whole backlog to claim one subject of it. */
  private static final Set<String> SLOW =
      Set.of("Seq Scan", "Sort", "Incremental Sort", "Bitmap Heap Scan");

  private final TapDb tapDb;
  private final TemplateCache templateCache;

  public PlanReads(TapDb tapDb, TemplateCache templateCache) {
    this.tapDb = tapDb;
    this.templateCache = templateCache;
  }

  /**
   * Which queues are claimed from slowly, and by what.
   *
   * @param looked how many queues were looked at
   * @param slow {@code queue: Seq Scan} and the like; empty when all is well
   */
  public record ClaimPlans(int looked, List<String> slow) {}

  public ClaimPlans ofClaims(long tenantId) {
    return tapDb.snapshot(
        tenantId,
        tx -> {
          var now = ReadClock.read(tx);
          var slow = new ArrayList<String>();
          int looked = 0;
          for (var queue : new DecisionRows(tx, templateCache).queues().all()) {
            if (looked < QUEUES && queue.policy().enabled()) {
              looked++;
              var plan =
                  Json.parse(ClaimCandidates.plan(tx, templateCache, queue, now))
                      .get(0)
                      .get("Plan");
              look(plan, queue.key(), slow);
            }
          }
          return new ClaimPlans(looked, List.copyOf(slow));
        });
  }

  private static void look(JsonNode plan, String queue, List<String> slow) {
    var type = plan.path("Node Type").asString();
    if (SLOW.contains(type)) {
      slow.add(queue + ": " + type);
    }
    plan.path("Plans").forEach(below -> look(below, queue, slow));
  }
}
