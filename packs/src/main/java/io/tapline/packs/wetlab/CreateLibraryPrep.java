package io.tapline.packs.wetlab;

import io.tapline.engine.domain.ActionFacts;
import io.tapline.engine.domain.ActionPlan;
import io.tapline.engine.domain.ActionTarget;
import io.tapline.engine.domain.LinkableObject;
import io.tapline.engine.domain.NeededObjects;
import io.tapline.packs.PackRules;
import io.tapline.packs.SchemaAction;
import io.tapline.tapdb.Json;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Records the preparation of a library from an extraction output, for one platform. */
final class CreateLibraryPrep extends SchemaAction {

  private static final String PLATE = "library_plate_euid";
  private static final String WELL = "library_well_name";

  CreateLibraryPrep() {
    super("create_library_prep", "Prepare a library from an extraction output", ActionTarget.LEASE);
  }

  @Override
  public NeededObjects reading(JsonNode fields) {
    return MaterialUse.reading(fields)
        .exclusive(PLATE, text(fields, PLATE))
        .children(WetLabLinks.PLATE_WELL);
  }

  @Override
  public ActionPlan decide(ActionFacts facts) {
    var source = facts.subject();
    PackRules.waitsIn(source, key(), SequencingPlatform.all(SequencingPlatform::libraryPrep));
    MaterialUse.requireThere(facts, source);
    var platform =
        SequencingPlatform.requested(facts, "platform", source, SequencingPlatform::libraryPrep);
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
    store(plan, facts, library);
    if (facts.isTrue("consume_source")) {
      MaterialUse.consume(plan, source, "library preparation", null);
    }
    return plan.complete(source, null)
        .answer("library_prep_output_euid", library)
        .answer("library_prep_run_euid", process)
        .answer("platform", platform.name())
        .answer("current_queue", platform.libraryQc());
  }

  /** Puts the library into the plate and well that the request names. */
  private static void store(ActionPlan plan, ActionFacts facts, LinkableObject library) {
    var plate = facts.object(facts.text(PLATE));
    var well = facts.text(WELL);
    PackRules.require(
        well == null || plate != null, WELL, "is a well of library_plate_euid, which is missing");
    if (plate == null) {
      return;
    }
    PlateWell.requirePlate(PLATE, plate);
    plan.answer("library_plate_euid", plate);
    if (well == null) {
      plan.link(plate, WetLabLinks.CONTAINS, library);
      return;
    }
    var createdWell = PlateWell.make(plan, facts, plate, plate.templateCode(), WELL);
    plan.link(createdWell, WetLabLinks.CONTAINS, library).answer("library_well_euid", createdWell);
  }
}
