package io.tapline.server.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.server.testing.HttpReply;
import io.tapline.server.testing.TaplineServer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Each of the lab's compatibility endpoints changes things by actions, and by nothing else. */
@TaplineServer
class AtlasActionsTest extends AtlasOnServer {

  /**
   * @param path as the description of the API has it
   * @param actions how many it leaves, those of its own claim and of new objects included
   */
  private record Change(String path, int actions, Supplier<HttpReply> request) {}

  @Test
  void every_endpoint_leaves_its_actions_and_nothing_else_writes() {
    // Registers the worker by which the caller claims here, which every stage needs once.
    extract(queued("extraction_prod"));
    var left = new LinkedHashMap<String, Long>();
    var expected = new LinkedHashMap<String, Long>();
    for (var change : changes()) {
      var before = actions();
      change.request().get().ok();
      left.put(change.path(), actions() - before);
      expected.put(change.path(), (long) change.actions());
    }
    assertThat(left).isEqualTo(expected);
    assertThat(new TreeSet<>(left.keySet()))
        .as("all endpoints that change something")
        .isEqualTo(endpoints());
    assertThat(orphanRows()).isEqualTo("0");
  }

  /** The endpoints of the API's description that are no reads. */
  private static TreeSet<String> endpoints() {
    var paths = new TreeSet<String>();
    for (var path : admin.get("/openapi.json").ok().path("paths").properties()) {
      if (path.getKey().startsWith(ATLAS)) {
        for (var method : path.getValue().propertyNames()) {
          if (!method.equals("get")) {
            paths.add(method + " " + path.getKey().substring(ATLAS.length()));
          }
        }
      }
    }
    assertThat(paths).hasSize(16);
    return paths;
  }

  private static List<Change> changes() {
    var tube = told(post("tubes"), "container_euid");
    var specimen = specimen();
    var sent = specimen();
    var claimed = queued("extraction_prod");
    var claim = "queues/extraction_prod/items/%s/claim";
    var given = told(post(claim.formatted(queued("extraction_prod"))), "claim_euid");
    var reserved = queued("extraction_prod");
    var reservation =
        told(post("materials/" + queued("extraction_prod") + "/reservations"), "reservation_euid");
    var spilled = queued("extraction_prod");
    var extracted = queued("extraction_prod");
    var judged = extract(queued("extraction_prod"));
    var passed = passed();
    var prepared = prepared();
    var library = library("ILMN");
    var pool =
        told(
            post("pools", "member_euids", List.of(library("ILMN")), "platform", "ILMN"),
            "pool_euid");
    return List.of(
        // The specimen and its new tube.
        new Change("post materials", 2, () -> post("materials", "specimen_name", "S")),
        new Change("post tubes", 1, () -> post("tubes")),
        new Change(
            "patch tubes/{euid}", 1, () -> patch("tubes/" + tube, "status", "x", "reason", "r")),
        new Change(
            "patch specimens/{euid}",
            1,
            () -> patch("specimens/" + specimen, "status", "x", "reason", "r")),
        new Change(
            "post queues/{queue_key}/items/{material_euid}",
            1,
            () -> post("queues/extraction_prod/items/" + sent)),
        new Change(
            "post queues/{queue_key}/items/{material_euid}/claim",
            1,
            () -> post(claim.formatted(claimed))),
        new Change(
            "post claims/{claim_euid}/release", 1, () -> post("claims/" + given + "/release")),
        new Change(
            "post materials/{material_euid}/reservations",
            1,
            () -> post("materials/" + reserved + "/reservations")),
        new Change(
            "post reservations/{reservation_euid}/release",
            1,
            () -> post("reservations/" + reservation + "/release")),
        new Change(
            "post materials/{material_euid}/consume",
            1,
            () -> post("materials/" + spilled + "/consume")),
        // The claim, the stage on the specimen, on its output and on the plate that it made.
        new Change(
            "post extractions",
            4,
            () ->
                post(
                    "extractions",
                    "source_specimen_euid",
                    extracted,
                    "well_name",
                    "A1",
                    "extraction_type",
                    "gdna")),
        // The claim and the stage.
        new Change(
            "post post-extract-qc",
            2,
            () -> post("post-extract-qc", "extraction_output_euid", judged, "passed", false)),
        // The claim, the stage on the output and on the library.
        new Change(
            "post library-prep",
            3,
            () -> post("library-prep", "source_extraction_output_euid", passed)),
        new Change(
            "post library-qc",
            2,
            () -> post("library-qc", "library_material_euid", prepared, "passed", true)),
        // The claim, the stage on the library, on the pool and on its tube.
        new Change(
            "post pools",
            4,
            () -> post("pools", "member_euids", List.of(library), "platform", "ILMN")),
        new Change(
            "post runs",
            2,
            () -> post("runs", "pool_euid", pool, "platform", "ILMN", "flowcell_id", "FC")));
  }

  private static String passed() {
    var output = extract(queued("extraction_prod"));
    post(
            "post-extract-qc",
            "extraction_output_euid",
            output,
            "passed",
            true,
            "next_queue",
            "ilmn_lib_prep")
        .ok();
    return output;
  }

  private static String prepared() {
    return told(
        post("library-prep", "source_extraction_output_euid", passed(), "metadata", Map.of()),
        "library_prep_output_euid");
  }

  /** Rows of the bench to which no action leads. */
  private static String orphanRows() {
    return stored(
        """
        select count(*) from tapline.generic_instance o
        join tapline.generic_template t on t.tenant_id = o.tenant_id and t.uid = o.template_uid
        where o.storage_class in ('subject', 'registry')
          and (split_part(t.template_code, '/', 1) in ('content', 'container', 'equipment')
            or t.template_code like 'data/wetlab/%' or t.template_code like 'data/sequencing/%')
          and not exists (select 1 from tapline.generic_instance_lineage k
            where k.tenant_id = o.tenant_id and k.child_uid = o.uid and k.relationship = 'executed_on')
        """);
  }

  private static long actions() {
    return Long.parseLong(stored("select count(*) from tapline.instance_action"));
  }
}
