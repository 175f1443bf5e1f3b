package io.tapline.packs.wetlab;

import io.tapline.api.Code;
import io.tapline.engine.domain.ActionFacts;
import io.tapline.engine.domain.ActionPlan;
import io.tapline.engine.domain.ActionTarget;
import io.tapline.engine.domain.ExistingObject;
import io.tapline.engine.domain.LinkableObject;
import io.tapline.engine.domain.NeededObjects;
import io.tapline.packs.PackRules;
import io.tapline.packs.SchemaAction;
import io.tapline.tapdb.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Starts the sequencing of a pool on a flow cell: the last step of the bench. */
final class CreateRun extends SchemaAction {

  private static final String BARCODE_REAGENT = "barcode_reagent_euid";
  private static final String FULFILLMENT_ITEM = "atlas_test_fulfillment_item_euid";

  CreateRun() {
    super("create_run", "Start a sequencing run of a pool", ActionTarget.LEASE);
  }

  @Override
  public NeededObjects reading(JsonNode fields) {
    var reagents = new ArrayList<String>();
    for (var entry : fields.path("assignments")) {
      if (entry.has(BARCODE_REAGENT)) {
        reagents.add(text(entry, BARCODE_REAGENT));
      }
    }
    return MaterialUse.reading(fields)
        .objects("assignments", reagents)
        .ancestors(WetLabLinks.POOLED_INTO, WetLabLinks.PREPARED_INTO, WetLabLinks.EXTRACTED_INTO);
  }

  @Override
  public ActionPlan decide(ActionFacts facts) {
    var pool = facts.subject();
    PackRules.waitsIn(pool, key(), SequencingPlatform.all(SequencingPlatform::runStart));
    MaterialUse.requireThere(facts, pool);
    var platform =
        SequencingPlatform.requested(facts, "platform", pool, SequencingPlatform::runStart);
    var members = members(facts);
    var plan = new ActionPlan();
    var run = plan.make(WetLabTemplates.RUN, facts.text("run_name"), properties(facts, platform));
    plan.link(pool, WetLabLinks.SEQUENCED_IN, run);
    MaterialUse.tools(plan, facts, run);
    var places = assign(plan, facts, run, members);
    keep(plan, facts, run, places);
    if (facts.isTrue("consume_pool")) {
      MaterialUse.consume(plan, pool, "sequencing", null);
    }
    return plan.complete(pool, null)
        .answer("run_euid", run)
        .answer("pool_euid", pool)
        .answer("flowcell_id", facts.text("flowcell_id"))
        .answer("status", status(facts))
        .answer("assignment_count", Json.tree(facts.fields().path("assignments").size()))
        .answer("artifact_count", Json.tree(facts.fields().path("artifacts").size()));
  }

  private static Map<String, ExistingObject> members(ActionFacts facts) {
    var pool = facts.subject();
    var members =
        facts.parents(pool, WetLabLinks.POOLED_INTO).stream()
            .collect(Collectors.toMap(ExistingObject::euid, Function.identity()));
    PackRules.require(
        !members.isEmpty(), Code.STATE_CONFLICT, "pool " + pool.euid() + " has no members");
    return members;
  }

  private static ObjectNode properties(ActionFacts facts, SequencingPlatform platform) {
    return MaterialUse.with(
        facts,
        Json.object()
            .put("platform", platform.name())
            .put("flowcell_id", facts.text("flowcell_id"))
            .put("run_status", status(facts)));
  }

  private static String status(ActionFacts facts) {
    return facts.text("status") == null ? "started" : facts.text("status");
  }

  /** A lane and a barcode, which together identify one library. */
  private record LaneBarcode(String lane, String barcode) {

    static LaneBarcode of(JsonNode entry) {
      return new LaneBarcode(text(entry, "lane"), text(entry, "library_barcode"));
    }

    boolean whole() {
      return lane != null && barcode != null;
    }
  }

  private static Map<LaneBarcode, LinkableObject> assign(
      ActionPlan plan, ActionFacts facts, LinkableObject run, Map<String, ExistingObject> members) {
    var places = new HashMap<LaneBarcode, LinkableObject>();
    for (var entry : facts.fields().path("assignments")) {
      var place = LaneBarcode.of(entry);
      var library = text(entry, "library_prep_output_euid");
      PackRules.require(
          members.containsKey(library),
          "assignments",
          library + " is not a member of pool " + facts.subject().euid());
      var alias = text(entry, "library_material_euid");
      PackRules.require(
          alias == null || alias.equals(library),
          "assignments",
          alias + " is another library than library_prep_output_euid " + library);
      var properties =
          Json.object()
              .put("flowcell_id", facts.text("flowcell_id"))
              .put("lane", place.lane())
              .put("library_barcode", place.barcode());
      properties.setAll(references(facts, members.get(library)));
      var assignment = plan.make(WetLabTemplates.ASSIGNMENT, null, properties);
      PackRules.require(
          places.put(place, assignment) == null,
          "assignments",
          "lane " + place.lane() + " has barcode " + place.barcode() + " twice");
      plan.link(run, WetLabLinks.RUN_ASSIGNMENT, assignment)
          .link(members.get(library), WetLabLinks.ASSIGNED_IN, assignment);
      var reagent = facts.object(text(entry, BARCODE_REAGENT));
      if (reagent != null) {
        PackRules.isOf("assignments", reagent, List.of(WetLabTemplates.REAGENT));
        plan.link(assignment, WetLabLinks.USED_REAGENT, reagent);
      }
    }
    return places;
  }

  /**
   * A snapshot of the references of the ordering system. A later change of the specimen does not
   * change the assignment of the data.
   */
  private static ObjectNode references(ActionFacts facts, ExistingObject library) {
    var references = Json.object();
    for (var output : facts.parents(library, WetLabLinks.PREPARED_INTO)) {
      if (output.text(FULFILLMENT_ITEM) != null) {
        references.put(FULFILLMENT_ITEM, output.text(FULFILLMENT_ITEM));
      }
      for (var specimen : facts.parents(output, WetLabLinks.EXTRACTED_INTO)) {
        var context = specimen.properties().get("atlas_context");
        if (context != null) {
          references.set("atlas_context", context);
        }
      }
    }
    return references;
  }

  private static void keep(
      ActionPlan plan,
      ActionFacts facts,
      LinkableObject run,
      Map<LaneBarcode, LinkableObject> places) {
    for (var entry : facts.fields().path("artifacts")) {
      var place = LaneBarcode.of(entry);
      PackRules.require(
          !place.whole() || places.containsKey(place),
          "artifacts",
          "lane " + place.lane() + " has no barcode " + place.barcode());
      var artifact = plan.make(WetLabTemplates.ARTIFACT, null, (ObjectNode) entry.deepCopy());
      plan.link(run, WetLabLinks.RUN_ARTIFACT, artifact);
      if (place.whole()) {
        plan.link(places.get(place), WetLabLinks.ASSIGNMENT_ARTIFACT, artifact);
      }
    }
  }
}
