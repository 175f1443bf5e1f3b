package io.tapline.packs.wetlab;

import io.tapline.api.Code;
import io.tapline.engine.domain.ActionFacts;
import io.tapline.engine.domain.ActionPlan;
import io.tapline.engine.domain.ActionTarget;
import io.tapline.engine.domain.NeededObjects;
import io.tapline.packs.PackRules;
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
    return MaterialUse.reading(fields);
  }

  @Override
  public ActionPlan decide(ActionFacts facts) {
    var source = facts.subject();
    PackRules.waitsIn(source, key(), SequencingPlatform.all(SequencingPlatform::libraryPrep));
    MaterialUse.requireThere(facts, source);
    var platform = SequencingPlatform.valueOf(facts.text("platform"));
    var waits = source.execution().nextQueueKey();
    PackRules.require(
        waits.equals(platform.libraryPrep()),
        Code.STATE_CONFLICT,
        "platform: " + source.euid() + " waits in " + waits + ", which is not for " + platform);
    var plan = new ActionPlan();
    var process = MaterialUse.process(plan, facts, "library preparation", List.of(source));
    var library =
        plan.make(
                WetLabTemplates.LIBRARY,
                facts.text("output_name"),
                MaterialUse.with(facts, Json.object().put("platform", platform.name())))
            .scope(MaterialUse.scope(source, platform))
            .send(platform.libraryQc(), "record_library_qc");
    plan.link(source, WetLabLinks.PREPARED_INTO, library)
        .link(process, WetLabLinks.PRODUCED, library);
    if (facts.isTrue("consume_source")) {
      MaterialUse.consume(plan, source, "library preparation", null);
    }
    return plan.complete(source, null)
        .tell("library_prep_output_euid", library)
        .tell("library_prep_run_euid", process)
        .tell("platform", platform.name())
        .tell("current_queue", platform.libraryQc());
  }
}
