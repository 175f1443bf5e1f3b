package io.tapline.engine.read;

import io.tapline.engine.store.Candidates;
import io.tapline.engine.store.Kinds;
import io.tapline.engine.store.Rows;
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
  private final Kinds kinds;

  PlanReads(TapDb tapDb, Kinds kinds) {
    this.tapDb = tapDb;
    this.kinds = kinds;
  }

  /**
   * Which queues are claimed from slowly, and by what.
   *
   * @param looked how many queues were looked at
   * @param slow {@code queue: Seq Scan} and the like; empty when all is well
   */
  public record Plans(int looked, List<String> slow) {}

  public Plans ofClaims(long tenantId) {
    return tapDb.snapshot(
        tenantId,
        tx -> {
          var now = Now.read(tx);
          var slow = new ArrayList<String>();
          int looked = 0;
          for (var queue : new Rows(tx, kinds).queues()) {
            if (looked < QUEUES && queue.policy().enabled()) {
              looked++;
              var plan = Json.parse(Candidates.plan(tx, kinds, queue, now)).get(0).get("Plan");
              look(plan, queue.key(), slow);
            }
          }
          return new Plans(looked, List.copyOf(slow));
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
