package io.tapline.packs.wetlab;

import io.tapline.engine.domain.ActionFacts;
import io.tapline.engine.domain.ActionPlan;
import io.tapline.engine.domain.ActionTarget;
import io.tapline.packs.SchemaAction;
import io.tapline.tapdb.Json;
import tools.jackson.databind.node.ObjectNode;

/** Registers an instrument or a reagent lot, so that evidence can name the tools of a process. */
final class RegisterResource extends SchemaAction {

  RegisterResource() {
    super(
        "register_resource",
        "An instrument or a lot of a reagent",
        ActionTarget.NOTHING,
        PRODUCERS);
  }

  @Override
  public ActionPlan decide(ActionFacts facts) {
    var plan = new ActionPlan();
    var given = facts.fields().get("properties");
    var properties = given == null ? Json.object() : (ObjectNode) given;
    var resource =
        plan.make(
            facts.text("kind").equals("instrument")
                ? WetLabTemplates.INSTRUMENT
                : WetLabTemplates.REAGENT,
            facts.text("name"),
            properties);
    return plan.answer("resource_euid", resource).answer("properties", properties);
  }
}
