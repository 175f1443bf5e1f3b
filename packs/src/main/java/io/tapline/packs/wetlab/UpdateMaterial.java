package io.tapline.packs.wetlab;

import io.tapline.engine.domain.ActionFacts;
import io.tapline.engine.domain.ActionPlan;
import io.tapline.engine.domain.ActionTarget;
import io.tapline.engine.domain.ExistingObject;
import io.tapline.engine.domain.NeededObjects;
import io.tapline.packs.PackRules;
import io.tapline.packs.SchemaAction;
import tools.jackson.databind.JsonNode;

/**
 * Changes the properties of a material or container; its state stays. An operator gives the reason,
 * and the evidence contains the properties before and after.
 */
final class UpdateMaterial extends SchemaAction {

  UpdateMaterial() {
    super(
        "update_material",
        "Change the properties of a material or container",
        ActionTarget.SUBJECT,
        OPERATORS);
  }

  @Override
  public NeededObjects reading(JsonNode fields) {
    return new NeededObjects().parents(WetLabLinks.CONTAINS);
  }

  @Override
  public ActionPlan decide(ActionFacts facts) {
    var material = facts.subject();
    PackRules.require(
        material.templateCode().startsWith("content/")
            || material.templateCode().startsWith("container/"),
        "subject_euid",
        material.euid() + " is a " + material.templateCode() + ", not a material or container");
    var after = MaterialProperties.merged(material.properties(), facts.fields());
    return new ActionPlan()
        .update(material, after)
        .answer(
            "container_euid",
            facts.parents(material, WetLabLinks.CONTAINS).stream()
                .map(ExistingObject::euid)
                .findFirst()
                .orElse(null))
        .answer("current_queue", material.execution().nextQueueKey());
  }
}
