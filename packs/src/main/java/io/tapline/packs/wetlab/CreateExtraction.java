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
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** Nucleic acid is extracted from a specimen into a well of a plate; QC comes next. */
final class CreateExtraction extends SchemaAction {

  static final List<String> QUEUES = List.of("extraction_prod", "extraction_rnd");
  static final String NEXT_QUEUE = "post_extract_qc";

  /** As people write them: a1, A1 and A01 are one. */
  private static final Pattern WELL_OF_96 = Pattern.compile("[A-Ha-h](0?[1-9]|1[0-2])");

  CreateExtraction() {
    super("create_extraction", "Extract from a specimen into a well", ActionTarget.LEASE);
  }

  @Override
  public NeededObjects reading(JsonNode fields) {
    return MaterialUse.reading(fields).object("plate_euid", text(fields, "plate_euid"));
  }

  @Override
  public ActionPlan decide(ActionFacts facts) {
    var specimen = facts.subject();
    PackRules.waitsIn(specimen, key(), QUEUES);
    MaterialUse.requireThere(facts, specimen);
    var plan = new ActionPlan();
    var plate = plate(plan, facts);
    var name = facts.text("well_name");
    requireWell(plateCode(facts), name);
    var type = facts.text("extraction_type");
    var well = plan.make(WetLabTemplates.WELL, name, Json.object().put("well_name", name));
    var batch = plan.make(WetLabTemplates.BATCH, null, Json.object().put("batch", "extraction"));
    var run = MaterialUse.process(plan, facts, "extraction", List.of(specimen));
    var output =
        plan.make(
                WetLabTemplates.EXTRACTION_OUTPUT,
                facts.text("output_name"),
                MaterialUse.with(facts, Json.object().put("extraction_type", type)))
            .send(NEXT_QUEUE, "record_post_extract_qc");
    plan.link(plate, WetLabLinks.PLATE_WELL, well)
        .link(well, WetLabLinks.CONTAINS, output)
        .link(batch, WetLabLinks.BATCH_PROCESS, run)
        .link(run, WetLabLinks.PRODUCED, output)
        .link(specimen, WetLabLinks.EXTRACTED_INTO, output);
    if (facts.isTrue("consume_source")) {
      MaterialUse.consume(plan, specimen, "extraction", null);
    }
    return plan.complete(specimen, null)
        .tell("plate_euid", plate)
        .tell("well_euid", well)
        .tell("extraction_batch_euid", batch)
        .tell("extraction_run_euid", run)
        .tell("extraction_output_euid", output)
        .tell("current_queue", NEXT_QUEUE);
  }

  private static String plateCode(ActionFacts facts) {
    var given = facts.object(facts.text("plate_euid"));
    var code = given == null ? facts.text("plate_template_code") : given.templateCode();
    return code == null ? WetLabTemplates.PLATE : code;
  }

  /** What wells a plate of another kind has is not known here. */
  private static void requireWell(String plateCode, String name) {
    PackRules.require(
        !plateCode.equals(WetLabTemplates.PLATE) || WELL_OF_96.matcher(name).matches(),
        "well_name",
        name + " is no well of a plate with 96 wells, which are A1 to H12");
  }

  private static LinkableObject plate(ActionPlan plan, ActionFacts facts) {
    var given = facts.object(facts.text("plate_euid"));
    if (given == null) {
      var code = facts.text("plate_template_code");
      PackRules.require(
          code == null || code.startsWith("container/"),
          "plate_template_code",
          "is a kind of plate, such as " + WetLabTemplates.PLATE);
      return plan.make(code == null ? WetLabTemplates.PLATE : code, facts.text("plate_name"), null);
    }
    PackRules.require(
        facts.text("plate_template_code") == null && facts.text("plate_name") == null,
        "plate_euid",
        "names a plate that is there; plate_template_code and plate_name are for a new one");
    PackRules.require(
        given.templateCode().startsWith("container/plate/"),
        "plate_euid",
        given.euid() + " is a " + given.templateCode() + ", not a plate");
    return given;
  }
}
