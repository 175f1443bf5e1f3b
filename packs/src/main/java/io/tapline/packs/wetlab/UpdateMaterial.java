package io.tapline.packs.wetlab;

import io.tapline.engine.domain.Facts;
import io.tapline.engine.domain.Footing;
import io.tapline.engine.domain.Known;
import io.tapline.engine.domain.Plan;
import io.tapline.engine.domain.Reading;
import io.tapline.engine.model.Role;
import io.tapline.packs.Rules;
import io.tapline.packs.SchemaAction;
import java.util.EnumSet;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** What is said of a material or container changes; what is done with it does not. */
final class UpdateMaterial extends SchemaAction {

  UpdateMaterial() {
    super("update_material", "Say something else of a material or container", Footing.SUBJECT);
  }

  @Override
  public Set<Role> roles() {
    return EnumSet.of(Role.OPERATOR, Role.ADMIN, Role.WORKER_SERVICE);
  }

  @Override
  public Reading reading(JsonNode fields) {
    return new Reading().parents(Tie.CONTAINS);
  }

  @Override
  public Plan decide(Facts facts) {
    var material = facts.subject();
    Rules.require(
        material.templateCode().startsWith("content/")
            || material.templateCode().startsWith("container/"),
        "subject_euid",
        material.euid() + " is a " + material.templateCode() + ", not a material or container");
    var after = MaterialProperties.merged(material.properties(), facts.fields());
    return new Plan()
        .change(material, after)
        .tell("properties", after)
        .tell(
            "container_euid",
            facts.parents(material, Tie.CONTAINS).stream()
                .map(Known::euid)
                .findFirst()
                .orElse(null))
        .tell("current_queue", material.execution().nextQueueKey());
  }
}
