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

/** Checks whether the plans of claims read an index in its order, which keeps claims fast. */
public final class PlanReads {

  /** All queues use one statement, so a sample is sufficient. */
  private static final int QUEUES = 20;

  /** Plan nodes that read a whole backlog to claim one job. */
  private static final Set<String> SLOW =
      Set.of("Seq Scan", "Sort", "Incremental Sort", "Bitmap Heap Scan");

  private final TapDb tapDb;
  private final TemplateCache templateCache;

  public PlanReads(TapDb tapDb, TemplateCache templateCache) {
    this.tapDb = tapDb;
    this.templateCache = templateCache;
  }

  /**
   * Queues with slow claim plans.
   *
   * @param looked number of checked queues
   * @param slow entries such as {@code queue: Seq Scan}; empty when all plans are fast
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
