package io.tapline.packs.wetlab;

import io.tapline.api.Code;
import io.tapline.engine.domain.ActionFacts;
import io.tapline.engine.domain.ActionPlan;
import io.tapline.engine.domain.ActionTarget;
import io.tapline.engine.domain.LinkableObject;
import io.tapline.engine.domain.NeededObjects;
import io.tapline.packs.PackRules;
import io.tapline.packs.SchemaAction;
import tools.jackson.databind.JsonNode;

/** Registers a material in a container, without a queue. */
final class RegisterMaterial extends SchemaAction {

  RegisterMaterial() {
    super(
        "register_material", "Register a material in a container", ActionTarget.NOTHING, PRODUCERS);
  }

  @Override
  public NeededObjects reading(JsonNode fields) {
    return new NeededObjects()
        .exclusive("container_euid", text(fields, "container_euid"))
        .children(WetLabLinks.CONTAINS);
  }

  @Override
  public ActionPlan decide(ActionFacts facts) {
    var plan = new ActionPlan();
    var code = facts.text("specimen_template_code");
    PackRules.require(
        code == null || code.startsWith("content/"),
        "specimen_template_code",
        "is a kind of material, such as " + WetLabTemplates.SPECIMEN);
    var properties = MaterialProperties.of(facts.fields());
    var material =
        plan.make(
            code == null ? WetLabTemplates.SPECIMEN : code,
            facts.text("specimen_name"),
            properties);
    var container = container(plan, facts);
    return plan.link(container, WetLabLinks.CONTAINS, material)
        .answer("specimen_euid", material)
        .answer("properties", properties)
        .answer("container_euid", container);
  }

  private static LinkableObject container(ActionPlan plan, ActionFacts facts) {
    var given = facts.object(facts.text("container_euid"));
    var code = facts.text("container_template_code");
    if (given != null) {
      PackRules.require(
          code == null, "container_template_code", "makes a new one; container_euid is there");
      PackRules.require(
          given.templateCode().startsWith("container/"),
          "container_euid",
          given.euid() + " is a " + given.templateCode() + ", not a container");
      MaterialUse.requireOpen(given);
      facts.children(given, WetLabLinks.CONTAINS).stream()
          .findFirst()
          .ifPresent(
              other -> {
                throw PackRules.refused(
                    Code.STATE_CONFLICT,
                    "container_euid: %s is in use: it holds %s; name another container"
                        .formatted(given.euid(), other.euid()));
              });
      return given;
    }
    return RegisterContainer.make(plan, "container_template_code", code, null, null);
  }
}
