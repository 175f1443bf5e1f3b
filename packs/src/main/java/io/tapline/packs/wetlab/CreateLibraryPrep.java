package io.tapline.packs.wetlab;

import io.tapline.engine.domain.ActionFacts;
import io.tapline.engine.domain.ActionPlan;
import io.tapline.engine.domain.ActionTarget;
import io.tapline.engine.domain.NeededObjects;
import io.tapline.engine.model.Code;
import io.tapline.packs.Rules;
import io.tapline.packs.SchemaAction;
import io.tapline.tapdb.Json;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** A library is prepared from an extraction output, for one platform. */
final class CreateLibraryPrep extends SchemaAction {

  CreateLibraryPrep() {
    super("create_library_prep", "Prepare a library from an extraction output", ActionTarget.LEASE);
  }

  @Override
  public NeededObjects reading(JsonNode fields) {
    return Materials.reading(fields);
  }

  @Override
  public ActionPlan decide(ActionFacts facts) {
    var source = facts.subject();
    Rules.waitsIn(source, key(), Platform.all(Platform::libraryPrep));
    Materials.requireThere(facts, source);
    var platform = Platform.valueOf(facts.text("platform"));
    var waits = source.execution().nextQueueKey();
    Rules.require(
        waits.equals(platform.libraryPrep()),
        Code.STATE_CONFLICT,
        "platform: " + source.euid() + " waits in " + waits + ", which is not for " + platform);
    var plan = new ActionPlan();
    var process = Materials.process(plan, facts, "library preparation", List.of(source));
    var library =
        plan.make(
                Kind.LIBRARY,
                facts.text("output_name"),
                Materials.with(facts, Json.object().put("platform", platform.name())))
            .scope(Materials.scope(source, platform))
            .send(platform.libraryQc(), "record_library_qc");
    plan.link(source, Tie.PREPARED_INTO, library).link(process, Tie.PRODUCED, library);
    if (facts.isTrue("consume_source")) {
      Materials.consume(plan, source, "library preparation", null);
    }
    return plan.complete(source, null)
        .tell("library_prep_output_euid", library)
        .tell("library_prep_run_euid", process)
        .tell("platform", platform.name())
        .tell("current_queue", platform.libraryQc());
  }
}
