package io.tapline.bench.chaos.actor;

import io.tapline.bench.chaos.actor.ActorMain.Actor;
import io.tapline.bench.host.UncheckedCalls;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A client that enqueues single jobs and batches, and an operator: it sometimes holds and releases,
 * cancels, or requeues a job.
 */
final class ClientLoop implements Runnable {

  private static final int MOST = 12;
  private static final int REMEMBERED = 200;
  private static final int PAUSE_MILLIS = 700;
  private static final int MOST_HOLDS = 5;

  private final Actor actor;
  private final LoggedCalls calls;
  private final List<String> subjects = new ArrayList<>();
  private final List<String> holds = new ArrayList<>();

  ClientLoop(Actor actor) {
    this.actor = actor;
    calls = new LoggedCalls(actor);
  }

  @Override
  public void run() {
    while (actor.isGoing()) {
      if (actor.chance(4) > 0) {
        bring();
      } else {
        interfere();
      }
      UncheckedCalls.sleep(actor.chance(PAUSE_MILLIS));
    }
  }

  private void bring() {
    if (actor.chance(3) == 0) {
      remember(calls.one("enqueue", item()));
      return;
    }
    var items = new ArrayList<ObjectNode>();
    for (int i = 1 + actor.chance(MOST); i > 0; i--) {
      items.add(item());
    }
    var answer = calls.many("enqueue", items);
    if (answer != null) {
      answer.path("items").forEach(item -> remember(item.path("answer")));
    }
  }

  private ObjectNode item() {
    return LoggedCalls.object()
        .put("template_code", WorkSetup.TEMPLATE)
        .put("queue_key", actor.chance(4) > 0 ? WorkSetup.QUEUE : WorkSetup.NEXT_QUEUE)
        .put("priority", actor.chance(3))
        .put("idempotency_key", calls.key());
  }

  private void remember(JsonNode answer) {
    if (answer != null && answer.hasNonNull("subject_euid")) {
      subjects.add(answer.path("subject_euid").asString());
      if (subjects.size() > REMEMBERED) {
        subjects.remove(0);
      }
    }
  }

  private void interfere() {
    if (!holds.isEmpty() && (holds.size() > MOST_HOLDS || actor.random().nextBoolean())) {
      calls.one(
          "release-hold",
          LoggedCalls.object()
              .put("hold_euid", holds.remove(0))
              .put("idempotency_key", calls.key()));
    } else if (!subjects.isEmpty()) {
      touch(subjects.get(actor.chance(subjects.size())));
    }
  }

  private void touch(String subject) {
    var body =
        LoggedCalls.object()
            .put("subject_euid", subject)
            .put("reason", "chaos")
            .put("idempotency_key", calls.key());
    switch (actor.chance(4)) {
      case 0 ->
          calls.one("cancel", body.put("mode", actor.random().nextBoolean() ? "hard" : "soft"));
      case 1 -> calls.one("requeue", body);
      default -> {
        var answer = calls.one("hold", body.put("hold_code", "CHAOS"));
        if (answer != null && answer.hasNonNull("hold_euid")) {
          holds.add(answer.path("hold_euid").asString());
        }
      }
    }
  }
}
