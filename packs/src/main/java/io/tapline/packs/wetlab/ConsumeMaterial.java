package io.tapline.packs.wetlab;

import io.tapline.api.Code;
import io.tapline.api.ExecutionState;
import io.tapline.engine.domain.ActionFacts;
import io.tapline.engine.domain.ActionPlan;
import io.tapline.engine.domain.ActionTarget;
import io.tapline.engine.domain.NeededObjects;
import io.tapline.packs.PackRules;
import io.tapline.packs.SchemaAction;
import tools.jackson.databind.JsonNode;

/** Records that a material is used up outside the stages, and cancels its pending work. */
final class ConsumeMaterial extends SchemaAction {

  ConsumeMaterial() {
    super("consume_material", "A material is used up", ActionTarget.SUBJECT, OPERATORS);
  }

  /** The roles of a cancellation, because the action ends work that others may be doing. */
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
        execution.state() != ExecutionState.HELD,
        Code.SUBJECT_HELD,
        material.euid() + " is held or reserved: " + execution.holdReason());
    var plan = new ActionPlan();
    var reason = facts.reason() == null ? "used up" : facts.reason();
    var event = MaterialUse.consume(plan, material, reason, facts.fields().get("metadata"));
    if (!execution.terminal()) {
      plan.cancel(material, reason);
    }
    return plan.answer("consumption_event_euid", event);
  }
}
