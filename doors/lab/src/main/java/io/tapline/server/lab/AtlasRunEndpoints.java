package io.tapline.server.lab;

import static io.tapline.server.lab.AtlasSupport.text;

import io.tapline.api.Code;
import io.tapline.engine.domain.ExistingObject;
import io.tapline.engine.model.RefusedException;
import io.tapline.packs.wetlab.WetLabLinks;
import io.tapline.packs.wetlab.WetLabTemplates;
import io.tapline.server.http.Endpoint;
import io.tapline.server.http.EndpointCall;
import io.tapline.server.http.EndpointGroup;
import io.tapline.server.http.HttpAnswer;
import io.tapline.server.http.ProblemException;
import io.tapline.server.http.ValueShape;
import io.tapline.tapdb.Json;
import java.util.List;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;

/** The library of a barcode on a lane of a run. */
@Component
final class AtlasRunEndpoints implements EndpointGroup {

  private static final String FULFILLMENT_ITEM = "atlas_test_fulfillment_item_euid";

  private final AtlasSupport atlasSupport;

  AtlasRunEndpoints(AtlasSupport atlasSupport) {
    this.atlasSupport = atlasSupport;
  }

  @Override
  public List<Endpoint> endpoints() {
    return atlasSupport.served() ? List.of(resolve()) : List.of();
  }

  private Endpoint resolve() {
    return Endpoint.get(AtlasSupport.PATH + "/runs/{run_euid}/resolve")
        .summary("The library of a barcode; all three parameters are required")
        .path("run_euid", AtlasSupport.KEY, "the run")
        .query("flowcell_id", AtlasSupport.KEY, "the flow cell of the run")
        .query("lane", AtlasSupport.KEY, "the lane")
        .query("library_barcode", AtlasSupport.KEY, "the barcode")
        .answers(ValueShape.of(AtlasAnswers.AtlasResolution.class))
        .refuses(Code.NOT_FOUND)
        .handledBy(this::resolve);
  }

  private HttpAnswer resolve(EndpointCall call) {
    var flowcell = required(call, "flowcell_id");
    var lane = required(call, "lane");
    var barcode = required(call, "library_barcode");
    var run = atlasSupport.object(call, call.path("run_euid"), "run_euid", WetLabTemplates.RUN);
    if (!flowcell.equals(run.text("flowcell_id"))) {
      throw unknown("flowcell_id", "flow cell " + flowcell + " in run " + run.euid());
    }
    var assignment =
        children(call, run, WetLabLinks.RUN_ASSIGNMENT).stream()
            .filter(one -> lane.equals(one.text("lane")))
            .filter(one -> barcode.equals(one.text("library_barcode")))
            .findFirst()
            .orElseThrow(
                () -> unknown("library_barcode", "barcode " + barcode + " on lane " + lane));
    var library = parents(call, assignment, WetLabLinks.ASSIGNED_IN).get(0);
    var specimens =
        parents(call, library, WetLabLinks.PREPARED_INTO).stream()
            .flatMap(output -> parents(call, output, WetLabLinks.EXTRACTED_INTO).stream())
            .toList();
    var context = assignment.properties().path("atlas_context");
    return call.ok(
        AtlasAnswersAtlasResolutionBuilder.builder()
            .runEuid(run.euid())
            .flowcellId(flowcell)
            .lane(lane)
            .libraryBarcode(barcode)
            .assignmentEuid(assignment.euid())
            .sequencedLibraryAssignmentEuid(assignment.euid())
            .atlasTenantId(text(context, "atlas_tenant_id"))
            .atlasTrfEuid(text(context, "atlas_trf_euid"))
            .atlasTestEuid(text(context, "atlas_test_euid"))
            .atlasTestFulfillmentItemEuid(fulfillmentItem(assignment, context))
            .libraryPrepOutputEuid(library.euid())
            .specimenEuids(specimens.stream().map(ExistingObject::euid).toList())
            .atlasContext(context.isObject() ? context : Json.object())
            .build());
  }

  /** The item of the extraction, or else the first one of the specimen. */
  private static String fulfillmentItem(ExistingObject assignment, JsonNode context) {
    var own = assignment.text(FULFILLMENT_ITEM);
    var first = context.path("fulfillment_items").path(0);
    return own != null
        ? own
        : text(context.has(FULFILLMENT_ITEM) ? context : first, FULFILLMENT_ITEM);
  }

  private List<ExistingObject> parents(EndpointCall call, ExistingObject of, String relationship) {
    return atlasSupport.engine().reads().objects().parents(call.tenantId(), of, relationship);
  }

  private List<ExistingObject> children(EndpointCall call, ExistingObject of, String relationship) {
    return atlasSupport.engine().reads().objects().children(call.tenantId(), of, relationship);
  }

  private static String required(EndpointCall call, String name) {
    var value = call.text(name);
    if (value == null) {
      throw ProblemException.invalid(name, "is required");
    }
    return value;
  }

  private static RefusedException unknown(String field, String what) {
    return RefusedException.unknown(field, what);
  }
}
