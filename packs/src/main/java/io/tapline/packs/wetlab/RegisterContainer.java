package io.tapline.packs.wetlab;

import io.tapline.engine.domain.Facts;
import io.tapline.engine.domain.Footing;
import io.tapline.engine.domain.Made;
import io.tapline.engine.domain.Plan;
import io.tapline.engine.model.Role;
import io.tapline.packs.Rules;
import io.tapline.packs.SchemaAction;
import java.util.EnumSet;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/** A tube or plate comes into the lab, empty as far as anyone has said. */
final class RegisterContainer extends SchemaAction {

  RegisterContainer() {
    super("register_container", "A tube or plate comes into the lab", Footing.NOTHING);
  }

  @Override
  public Set<Role> roles() {
    return EnumSet.of(Role.OPERATOR, Role.ADMIN, Role.WORKER_SERVICE);
  }

  @Override
  public Plan decide(Facts facts) {
    var plan = new Plan();
    var container =
        make(
            plan,
            facts.text("container_template_code"),
            facts.text("container_name"),
            MaterialProperties.of(facts.fields()));
    return plan.tell("container_euid", container);
  }

  static Made make(Plan plan, String code, String name, ObjectNode properties) {
    Rules.require(
        code == null || code.startsWith("container/"),
        "container_template_code",
        "is a kind of container, such as " + Kind.TUBE);
    return plan.make(code == null ? Kind.TUBE : code, name, properties);
  }
}
