package io.tapline.packs.wetlab;

import io.tapline.engine.domain.ActionFacts;
import io.tapline.engine.domain.ActionPlan;
import io.tapline.engine.domain.ActionTarget;
import io.tapline.engine.domain.NewObject;
import io.tapline.packs.PackRules;
import io.tapline.packs.SchemaAction;
import tools.jackson.databind.node.ObjectNode;

/** Registers a tube or plate without content. */
final class RegisterContainer extends SchemaAction {

  RegisterContainer() {
    super(
        "register_container",
        "A tube or plate comes into the lab",
        ActionTarget.NOTHING,
        PRODUCERS);
  }

  @Override
  public ActionPlan decide(ActionFacts facts) {
    var plan = new ActionPlan();
    var properties = MaterialProperties.of(facts.fields());
    var container =
        make(
            plan,
            "container_template_code",
            facts.text("container_template_code"),
            facts.text("container_name"),
            properties);
    return plan.answer("container_euid", container).answer("properties", properties);
  }

  /**
   * @param field field of the request that names the template of the container
   */
  static NewObject make(
      ActionPlan plan, String field, String code, String name, ObjectNode properties) {
    PackRules.require(
        code == null || code.startsWith("container/"),
        field,
        "is a kind of container, such as " + WetLabTemplates.TUBE);
    return plan.make(code == null ? WetLabTemplates.TUBE : code, name, properties);
  }
}
