package io.tapline.packs.wetlab;

import io.tapline.api.Code;
import io.tapline.api.ExecutionState;
import io.tapline.engine.domain.ActionFacts;
import io.tapline.engine.domain.ActionPlan;
import io.tapline.engine.domain.ActionTarget;
import io.tapline.engine.domain.NeededObjects;
import io.tapline.packs.PackRules;
import io.tapline.packs.SchemaAction;
import io.tapline.tapdb.Json;
import tools.jackson.databind.JsonNode;

/**
 * Sends a material to a queue: for the first time, from another queue, or again. One action covers
 * all cases, so that a repeated request is a replay also if the material has changed in between.
 */
final class SendToQueue extends SchemaAction {

  SendToQueue() {
    super(
        "send_to_queue",
        "A material goes to a queue, from wherever it is",
        ActionTarget.SUBJECT,
        PRODUCERS);
  }

  /**
   * The roles of an enqueue; a material that has been in a queue also requires the role of a
   * requeue.
   */
  @Override
  public NeededObjects reading(JsonNode fields) {
    return new NeededObjects().children(WetLabLinks.CONSUMED_BY);
  }

  @Override
  public ActionPlan decide(ActionFacts facts) {
    var material = facts.subject();
    PackRules.require(
        material.templateCode().startsWith("content/"),
        "subject_euid",
        material.euid() + " is a " + material.templateCode() + ", not a material");
    MaterialUse.requireThere(facts, material);
    var execution = material.execution();
    PackRules.require(
        !execution.terminal() || facts.isTrue("again"),
        Code.SUBJECT_TERMINAL,
        "%s is %s; a request to have it done again says so, with again or with a key of its own"
            .formatted(material.euid(), execution.state()));
    var queue = facts.text("queue_key");
    boolean there =
        execution.state() == ExecutionState.READY && queue.equals(execution.nextQueueKey());
    var reason = facts.reason() == null ? "sent to " + queue : facts.reason();
    var metadata = facts.fields().get("metadata");
    return new ActionPlan()
        .send(material, queue, WetLabPack.actionOf(queue), reason)
        .answer("previous_queue", execution.nextQueueKey())
        .answer("current_queue", queue)
        .answer("was_there", Json.tree(there))
        .answer("metadata", metadata == null ? Json.object() : metadata);
  }
}
