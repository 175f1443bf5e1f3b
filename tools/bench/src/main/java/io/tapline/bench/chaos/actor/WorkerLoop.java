package io.tapline.bench.chaos.actor;

import io.tapline.bench.chaos.actor.ActorMain.Actor;
import io.tapline.bench.host.UncheckedCalls;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A worker with plain HTTP calls: it claims, renews, and ends its leases in every possible way. */
final class WorkerLoop implements Runnable {

  private static final int MOST = 5;
  private static final int WAIT_SECONDS = 2;
  private static final int WORK_MILLIS = 80;

  private final Actor actor;
  private final LoggedCalls calls;
  private String worker;

  WorkerLoop(Actor actor) {
    this.actor = actor;
    calls = new LoggedCalls(actor);
  }

  @Override
  public void run() {
    while (worker == null && actor.isGoing()) {
      register();
    }
    while (actor.isGoing()) {
      work();
    }
  }

  private void register() {
    var answer =
        calls.one(
            "register-worker",
            LoggedCalls.object()
                .put("worker_key", actor.who())
                .put("worker_type", "SERVICE")
                .put("max_concurrent_leases", MOST * 3)
                .put("heartbeat_ttl_seconds", 30)
                .put("idempotency_key", calls.key()));
    worker = answer == null ? null : answer.path("worker_euid").asString(null);
  }

  private void work() {
    var request =
        LoggedCalls.object()
            .put("worker_euid", worker)
            .put("max_items", 1 + actor.chance(MOST))
            .put("start", actor.chance(4) > 0)
            .put("idempotency_key", calls.key());
    if (actor.chance(3) > 0) {
      request.put("queue_key", actor.chance(3) > 0 ? WorkSetup.QUEUE : WorkSetup.NEXT_QUEUE);
    }
    var answer = calls.claim(request, WAIT_SECONDS);
    if (answer == null) {
      UncheckedCalls.sleep(1 + actor.chance(WORK_MILLIS));
      return;
    }
    var batch = new ArrayList<ObjectNode>();
    for (var claim : answer.path("claims")) {
      UncheckedCalls.sleep(actor.chance(WORK_MILLIS));
      end(claim, batch);
    }
    if (!batch.isEmpty()) {
      calls.many("complete", batch);
    }
    if (actor.chance(10) == 0) {
      calls.one("heartbeat-worker", LoggedCalls.object().put("worker_euid", worker));
    }
  }

  private void end(JsonNode claim, List<ObjectNode> batch) {
    int dice = actor.chance(100);
    if (dice < 50) {
      batch.add(verb(claim).put("idempotency_key", calls.key()));
    } else if (dice < 72) {
      calls.one("complete", verb(claim).put("idempotency_key", calls.key()));
    } else if (dice < 78) {
      calls.one(
          "complete",
          verb(claim)
              .put("next_queue_key", WorkSetup.NEXT_QUEUE)
              .put("idempotency_key", calls.key()));
    } else if (dice < 86) {
      calls.one(
          "fail",
          verb(claim)
              .put("error_class", dice < 85 ? "TRANSIENT_SYSTEM" : "PERMANENT_INPUT")
              .put("idempotency_key", calls.key()));
    } else if (dice < 90) {
      calls.one("release-lease", verb(claim).put("idempotency_key", calls.key()));
    } else if (dice < 98) {
      renewAndComplete(claim);
    }
    // Otherwise the worker abandons the job, and the lease lapses.
  }

  private void renewAndComplete(JsonNode claim) {
    for (int i = actor.chance(4); i > 0; i--) {
      calls.one(
          "renew-lease",
          LoggedCalls.object()
              .put("worker_euid", worker)
              .put("lease_euid", claim.path("lease_euid").asString())
              .put("subject_euid", claim.path("subject_euid").asString())
              .put("idempotency_key", calls.key()));
      UncheckedCalls.sleep(actor.chance(WORK_MILLIS * 10));
    }
    calls.one("complete", verb(claim).put("idempotency_key", calls.key()));
  }

  private ObjectNode verb(JsonNode claim) {
    return LoggedCalls.object()
        .put("worker_euid", worker)
        .put("subject_euid", claim.path("subject_euid").asString())
        .put("lease_euid", claim.path("lease_euid").asString());
  }
}
