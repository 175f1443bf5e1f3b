package io.tapline.packs.wetlab;

import io.tapline.engine.domain.ActionFacts;
import io.tapline.engine.domain.ActionPlan;
import io.tapline.engine.domain.ActionTarget;
import io.tapline.engine.domain.ExistingObject;
import io.tapline.engine.domain.LinkableObject;
import io.tapline.engine.domain.NeededObjects;
import io.tapline.packs.PackRules;
import io.tapline.packs.SchemaAction;
import io.tapline.tapdb.Json;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Records the extraction of nucleic acid from a specimen into a well of a plate; QC is next. */
final class CreateExtraction extends SchemaAction {

  static final List<String> QUEUES = List.of("extraction_prod", "extraction_rnd");
  static final String NEXT_QUEUE = "post_extract_qc";

  private static final String BATCH = "extraction_batch_euid";
  private static final String RUN = "extraction_run_euid";

  /** Fields of the request that are stored in the output and in a new run of the bench. */
  private static final List<String> KEPT =
      List.of("started_at", "completed_at", "atlas_test_fulfillment_item_euid");

  CreateExtraction() {
    super("create_extraction", "Extract from a specimen into a well", ActionTarget.LEASE);
  }

  @Override
  public NeededObjects reading(JsonNode fields) {
    return MaterialUse.reading(fields)
        .exclusive("plate_euid", text(fields, "plate_euid"))
        .children(WetLabLinks.PLATE_WELL)
        .object(BATCH, text(fields, BATCH))
        .object(RUN, text(fields, RUN))
        .parents(WetLabLinks.BATCH_PROCESS);
  }

  @Override
  public ActionPlan decide(ActionFacts facts) {
    var specimen = facts.subject();
    PackRules.waitsIn(specimen, key(), QUEUES);
    MaterialUse.requireThere(facts, specimen);
    var plan = new ActionPlan();
    var plate = plate(plan, facts);
    var well = PlateWell.make(plan, facts, plate, plateCode(facts), "well_name");
    var given = existing(facts, RUN, "extraction_run_name", WetLabTemplates.PROCESS);
    var batch = batch(plan, facts, given);
    var run = run(plan, facts, given, specimen);
    var output =
        plan.make(
                WetLabTemplates.EXTRACTION_OUTPUT,
                facts.text("output_name"),
                MaterialUse.with(
                    facts,
                    Json.object().put("extraction_type", facts.text("extraction_type")),
                    KEPT))
            .send(NEXT_QUEUE, "record_post_extract_qc");
    plan.link(well, WetLabLinks.CONTAINS, output)
        .link(batch, WetLabLinks.BATCH_PROCESS, run)
        .link(run, WetLabLinks.PRODUCED, output)
        .link(specimen, WetLabLinks.EXTRACTED_INTO, output);
    if (facts.isTrue("consume_source")) {
      MaterialUse.consume(plan, specimen, "extraction", null);
    }
    return plan.complete(specimen, null)
        .answer("plate_euid", plate)
        .answer("well_euid", well)
        .answer("extraction_batch_euid", batch)
        .answer("extraction_run_euid", run)
        .answer("extraction_output_euid", output)
        .answer("current_queue", NEXT_QUEUE);
  }

  /** The run that the request names, or a new one. */
  private static LinkableObject run(
      ActionPlan plan, ActionFacts facts, ExistingObject given, ExistingObject specimen) {
    var run =
        given != null
            ? given
            : plan.make(
                WetLabTemplates.PROCESS,
                facts.text("extraction_run_name"),
                MaterialUse.with(facts, Json.object().put("process", "extraction"), KEPT));
    return MaterialUse.process(plan, facts, run, List.of(specimen));
  }

  /** The batch that the request names, the batch of the named run, or a new one. */
  private static LinkableObject batch(ActionPlan plan, ActionFacts facts, ExistingObject run) {
    var name = facts.text("extraction_batch_name");
    var given = existing(facts, BATCH, "extraction_batch_name", WetLabTemplates.BATCH);
    if (given == null && name == null && run != null) {
      given = facts.parents(run, WetLabLinks.BATCH_PROCESS).stream().findFirst().orElse(null);
    }
    return given != null
        ? given
        : plan.make(WetLabTemplates.BATCH, name, Json.object().put("batch", "extraction"));
  }

  /** The object that the request names by EUID; null if none. The name field excludes it. */
  private static ExistingObject existing(
      ActionFacts facts, String field, String nameField, String templateCode) {
    var given = facts.object(facts.text(field));
    if (given != null) {
      PackRules.isOf(field, given, List.of(templateCode));
      PackRules.require(
          facts.text(nameField) == null, nameField, "is for a new one; " + field + " names one");
    }
    return given;
  }

  private static String plateCode(ActionFacts facts) {
    var given = facts.object(facts.text("plate_euid"));
    var code = given == null ? facts.text("plate_template_code") : given.templateCode();
    return code == null ? WetLabTemplates.PLATE : code;
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
    return PlateWell.requirePlate("plate_euid", given);
  }
}
