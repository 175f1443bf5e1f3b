package io.tapline.server.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.server.testing.TaplineServer;
import io.tapline.server.testing.TenantApi;
import io.tapline.tapdb.Json;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Requests and answers as the callers of the original endpoints have them. */
@TaplineServer
class AtlasContractTest extends AtlasOnServer {

  private static final Map<String, Object> ORDER =
      Map.of(
          "atlas_tenant_id",
          "T1",
          "atlas_trf_euid",
          "TRF1",
          "atlas_test_euid",
          "TST1",
          "fulfillment_items",
          List.of(Map.of("atlas_test_euid", "TST1", "atlas_test_fulfillment_item_euid", "ITEM-0")));

  private static String ordered() {
    var specimen =
        told(post("materials", "specimen_name", "S", "atlas_context", ORDER), "specimen_euid");
    post("queues/extraction_prod/items/" + specimen).ok();
    return specimen;
  }

  private static JsonNode properties(String euid) {
    return Json.parse(
        stored(
            "select json_addl ->> 'properties' from tapline.generic_instance where euid = '"
                + euid
                + "'"));
  }

  private static String plate() {
    return told(
        post("tubes", "container_template_code", "container/plate/fixed_96/1.0"), "container_euid");
  }

  private static JsonNode extraction(String specimen, Object... more) {
    var body =
        body("source_specimen_euid", specimen, "well_name", "A1", "extraction_type", "cfdna");
    body.putAll(body(more));
    return admin.post(ATLAS + "extractions", body).ok();
  }

  @Test
  void an_extraction_keeps_bench_times_names_and_the_ordered_test() {
    var first =
        extraction(
            ordered(),
            "started_at",
            "2026-03-01T08:00:00Z",
            "completed_at",
            "2026-03-01 09:30",
            "extraction_batch_name",
            "Batch 7",
            "extraction_run_name",
            "Run 7",
            "atlas_test_fulfillment_item_euid",
            "ITEM-1");
    assertThat(first.path("atlas_test_fulfillment_item_euid").asString()).isEqualTo("ITEM-1");
    for (var kept : List.of("extraction_output_euid", "extraction_run_euid")) {
      var properties = properties(first.path(kept).asString());
      assertThat(properties.path("started_at").asString()).isEqualTo("2026-03-01T08:00:00Z");
      assertThat(properties.path("completed_at").asString()).isEqualTo("2026-03-01 09:30");
    }
    var batch = first.path("extraction_batch_euid").asString();
    var run = first.path("extraction_run_euid").asString();
    var second = extraction(ordered(), "extraction_batch_euid", batch, "extraction_run_euid", run);
    assertThat(second.path("extraction_batch_euid").asString()).isEqualTo(batch);
    assertThat(second.path("extraction_run_euid").asString()).isEqualTo(run);
    var third = extraction(ordered(), "extraction_run_euid", run);
    assertThat(third.path("extraction_batch_euid").asString()).isEqualTo(batch);
    var wrong = body("source_specimen_euid", ordered(), "well_name", "A1");
    wrong.put("extraction_type", "cfdna");
    wrong.put("started_at", "yesterday");
    assertThat(admin.post(ATLAS + "extractions", wrong).field()).isEqualTo("started_at");
    wrong.remove("started_at");
    wrong.put("extraction_batch_euid", run);
    assertThat(admin.post(ATLAS + "extractions", wrong).field()).isEqualTo("extraction_batch_euid");
  }

  @Test
  void the_chain_runs_with_the_bodies_of_the_original() {
    var output = extraction(ordered()).path("extraction_output_euid").asString();
    var qc =
        post(
                "post-extract-qc",
                "extraction_output_euid",
                output,
                "passed",
                true,
                "quant_artifact_euid",
                "DW-1",
                "quant_file_name",
                "q.csv")
            .ok();
    assertThat(qc.path("current_queue").asString()).isEqualTo("ilmn_lib_prep");
    assertThat(qc.path("extraction_output_euid").asString()).isEqualTo(output);
    var record = properties(qc.path("qc_record_euid").asString());
    assertThat(record.path("quant_artifact_euid").asString()).isEqualTo("DW-1");
    assertThat(record.path("quant_file_name").asString()).isEqualTo("q.csv");

    var plate = plate();
    var prep =
        post(
                "library-prep",
                "source_extraction_output_euid",
                output,
                "library_plate_euid",
                plate,
                "library_well_name",
                "B2")
            .ok();
    var library = prep.path("library_material_euid").asString();
    assertThat(prep.path("library_prep_output_euid").asString()).isEqualTo(library);
    assertThat(prep.path("platform").asString()).isEqualTo("ILMN");
    assertThat(prep.path("library_plate_euid").asString()).isEqualTo(plate);
    assertThat(prep.path("library_well_euid").isString()).isTrue();
    var passed = post("library-qc", "library_material_euid", library, "passed", true).ok();
    assertThat(passed.path("library_material_euid").asString()).isEqualTo(library);

    var pool =
        post(
                "pools",
                "member_euids",
                List.of(library),
                "platform",
                "ILMN",
                "pool_container_template_code",
                "container/plate/fixed_96/1.0")
            .ok();
    assertThat(pool.path("pool_container_euid").asString()).contains("-CP-");
    var reagent =
        admin
            .post(
                "actions/register-resource",
                TenantApi.body("kind", "reagent", "name", "Barcodes 4"))
            .ok()
            .path("result")
            .path("resource_euid")
            .asString();
    var assignment = body("lane", "1", "library_barcode", "B1");
    assignment.put("library_prep_output_euid", library);
    assignment.put("library_material_euid", library);
    assignment.put("barcode_reagent_euid", reagent);
    var artifact = body("artifact_type", "fastq", "bucket", "b", "filename", "f", "lane", "1");
    artifact.put("library_barcode", "B1");
    artifact.put("metadata", Map.of("md5", "x"));
    var run =
        post(
                "runs",
                "pool_euid",
                pool.path("pool_euid").asString(),
                "platform",
                "ILMN",
                "flowcell_id",
                "FC-2",
                "run_name",
                "R",
                "consume_pool",
                true,
                "assignments",
                List.of(assignment),
                "artifacts",
                List.of(artifact))
            .ok();
    var euid = run.path("run_euid").asString();
    assertThat(run.path("run_folder").asString()).isEqualTo(euid + "/");
    var down = admin.get("subjects/" + library + "/lineage?direction=down&depth=3").ok();
    assertThat(
            down.path("edges")
                .valueStream()
                .map(edge -> edge.path("relationship").asString())
                .toList())
        .contains("assigned_in", "assignment_artifact", "used_reagent");
    var kept =
        down.path("nodes")
            .valueStream()
            .filter(node -> node.path("template_code").asString().contains("sequencing/artifact"))
            .findFirst()
            .orElseThrow();
    assertThat(properties(kept.path("euid").asString()).path("metadata").path("md5").asString())
        .isEqualTo("x");
    assertThat(
            admin
                .get("subjects/" + pool.path("pool_euid").asString() + "/lineage?direction=down")
                .ok()
                .toString())
        .contains("consumed_by");
  }

  @Test
  void the_resolver_answers_by_the_references_at_the_time_of_the_run() {
    var specimen = ordered();
    var output =
        extraction(specimen, "atlas_test_fulfillment_item_euid", "ITEM-1")
            .path("extraction_output_euid")
            .asString();
    post("post-extract-qc", "extraction_output_euid", output, "passed", true).ok();
    var library =
        told(
            post("library-prep", "source_extraction_output_euid", output),
            "library_prep_output_euid");
    post("library-qc", "library_material_euid", library, "passed", true).ok();
    var pool =
        told(post("pools", "member_euids", List.of(library), "platform", "ILMN"), "pool_euid");
    var place = Map.of("lane", "1", "library_barcode", "B1", "library_prep_output_euid", library);
    var run = body("pool_euid", pool, "platform", "ILMN", "flowcell_id", "FC-3");
    run.put("assignments", List.of(place));
    var resolve =
        ATLAS
            + "runs/"
            + told(admin.post(ATLAS + "runs", run), "run_euid")
            + "/resolve?flowcell_id=FC-3&lane=1&library_barcode=B1";
    var resolved = admin.get(resolve).ok();
    assertThat(resolved.path("sequenced_library_assignment_euid"))
        .isEqualTo(resolved.path("assignment_euid"));
    assertThat(resolved.path("atlas_tenant_id").asString()).isEqualTo("T1");
    assertThat(resolved.path("atlas_trf_euid").asString()).isEqualTo("TRF1");
    assertThat(resolved.path("atlas_test_euid").asString()).isEqualTo("TST1");
    assertThat(resolved.path("atlas_test_fulfillment_item_euid").asString()).isEqualTo("ITEM-1");
    assertThat(resolved.path("specimen_euids").get(0).asString()).isEqualTo(specimen);

    admin
        .with("Idempotency-Key", TenantApi.unique("again"))
        .post(ATLAS + "queues/extraction_prod/items/" + specimen, body())
        .ok();
    var other = Map.of("atlas_tenant_id", "T-OTHER", "atlas_trf_euid", "TRF-OTHER");
    patch("specimens/" + specimen, "atlas_context", other, "reason", "second order").ok();
    assertThat(admin.get(resolve).ok()).isEqualTo(resolved);
  }

  @Test
  void a_change_of_properties_needs_an_operator_a_reason_and_free_work() {
    var specimen = specimen();
    var path = "specimens/" + specimen;
    var bare = patch(path, "status", "accepted");
    assertThat(bare.status()).isEqualTo(422);
    assertThat(bare.field()).isEqualTo("reason");
    var service = tapline.as("acme-service");
    assertThat(patch(service, path, "status", "accepted", "reason", "r").status()).isEqualTo(403);
    var header = admin.with("X-Change-Reason", "label misread");
    var changed = patch(header, path, "atlas_context", Map.of("trf", "TRF-NEW")).ok();
    assertThat(changed.path("atlas_context"))
        .isEqualTo(Json.tree(Map.of("order", "O-7", "trf", "TRF-NEW")));
    assertThat(changed.path("idempotent_replay").asBoolean()).isFalse();
    var action = lastAction(specimen);
    assertThat(action.path("reason").asString()).isEqualTo("label misread");
    assertThat(action.path("result").path("before").path("atlas_context"))
        .isEqualTo(Json.tree(Map.of("order", "O-7")));

    for (var state : List.of("held", "leased", "completed", "canceled")) {
      var queued = queued("extraction_prod");
      var code = arrange(queued, state);
      assertThat(patch("specimens/" + queued, "status", "x", "reason", "r").problem())
          .as(state)
          .isEqualTo(code);
      var update = TenantApi.body("subject_euid", queued, "status", "x", "reason", "r");
      assertThat(admin.post("actions/update-material", update).problem()).as(state).isEqualTo(code);
    }
  }

  /** Brings it about, and names the refusal that follows from it. */
  private static String arrange(String specimen, String state) {
    switch (state) {
      case "held":
        post("materials/" + specimen + "/reservations", "reason", "identity in doubt").ok();
        return "SUBJECT_HELD";
      case "leased":
        post("queues/extraction_prod/items/" + specimen + "/claim").ok();
        return "ALREADY_LEASED";
      case "completed":
        extract(specimen);
        return "SUBJECT_TERMINAL";
      default:
        post("materials/" + specimen + "/consume").ok();
        return "SUBJECT_TERMINAL";
    }
  }

  private static JsonNode lastAction(String subject) {
    var actions = admin.get("subjects/" + subject + "/history").ok().path("actions");
    return actions.get(actions.size() - 1);
  }

  @Test
  void a_change_of_properties_is_an_event_at_every_door_without_any_property() {
    var specimen = specimen();
    patch("specimens/" + specimen, "properties", Map.of("patient_id", "P-1"), "reason", "r").ok();
    for (var type : List.of("job_updated", "dot.job.updated")) {
      var events =
          admin.get("events?type=" + type + "&subject_euid=" + specimen).ok().path("items");
      assertThat(events.size()).as(type).isEqualTo(1);
      assertThat(events.toString()).doesNotContain("P-1", "patient_id", "O-7");
    }
  }

  @Test
  void a_well_and_a_tube_in_use_are_refused() {
    var plate = plate();
    var first = extraction(ordered(), "plate_euid", plate);
    assertThat(first.path("plate_euid").asString()).isEqualTo(plate);
    var taken =
        post(
            "extractions",
            "source_specimen_euid",
            ordered(),
            "plate_euid",
            plate,
            "well_name",
            "a01",
            "extraction_type",
            "gdna");
    assertThat(taken.status()).isEqualTo(409);
    assertThat(taken.problem()).isEqualTo("STATE_CONFLICT");
    var tube = told(post("materials", "specimen_name", "S"), "container_euid");
    var second = post("materials", "specimen_name", "T", "container_euid", tube);
    assertThat(second.status()).isEqualTo(409);
    assertThat(second.problem()).isEqualTo("STATE_CONFLICT");
  }

  @Test
  void qc_is_not_passed_by_a_bare_completion() {
    var worker =
        admin
            .post(
                "actions/register-worker",
                TenantApi.body(
                    "worker_key",
                    TenantApi.unique("bench"),
                    "worker_type",
                    "HUMAN_SESSION",
                    "capabilities",
                    List.of("wetlab.post_extract_qc")))
            .ok()
            .path("worker_euid")
            .asString();
    var output = extract(queued("extraction_prod"));
    var claim =
        admin
            .post(
                "actions/claim",
                TenantApi.body("worker_euid", worker, "subject_euid", output, "start", true))
            .ok()
            .path("claims")
            .get(0)
            .path("lease_euid")
            .asString();
    var bare =
        TenantApi.body(
            "subject_euid",
            output,
            "worker_euid",
            worker,
            "lease_euid",
            claim,
            "next_queue_key",
            "ilmn_lib_prep");
    assertThat(admin.post("actions/complete", bare).problem()).isEqualTo("DOMAIN_ACTION_REQUIRED");
    assertThat(admin.get("subjects/" + output).ok().path("execution").path("state").asString())
        .isEqualTo("RUNNING");
  }
}
