package io.tapline.server.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.engine.check.InvariantChecker;
import io.tapline.server.testing.TaplineServer;
import io.tapline.tapdb.Json;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The lab's compatibility endpoints: the whole chain, conflicts; and no way around actions. */
@TaplineServer
class AtlasChainTest extends AtlasOnServer {

  @ParameterizedTest
  @ValueSource(strings = {"ILMN", "ONT"})
  void the_whole_chain_on_both_platforms(String platform) {
    var library = library(platform);
    var other = library(platform);
    var pool =
        post(
            "pools",
            "member_euids",
            List.of(library, other),
            "platform",
            platform,
            "pool_name",
            "P");
    assertThat(told(pool, "current_queue"))
        .isEqualTo(platform.toLowerCase(Locale.ROOT) + "_start_seq_run");
    assertThat(pool.json().path("member_euids").size()).isEqualTo(2);
    var run =
        post(
            "runs",
            "pool_euid",
            told(pool, "pool_euid"),
            "platform",
            platform,
            "flowcell_id",
            "FC-1",
            "status",
            "started",
            "assignments",
            List.of(
                Map.of("lane", 1, "library_barcode", "B1", "library_prep_output_euid", library)),
            "artifacts",
            List.of(Map.of("artifact_type", "fastq", "bucket", "b", "filename", "f", "lane", 1)));
    assertThat(run.ok().path("assignment_count").asInt()).isEqualTo(1);
    assertThat(run.json().path("artifact_count").asInt()).isEqualTo(1);
    var runEuid = told(run, "run_euid");

    var resolve = ATLAS + "runs/" + runEuid + "/resolve?flowcell_id=FC-1&lane=1&library_barcode=";
    var resolved = admin.get(resolve + "B1").ok();
    assertThat(resolved.path("library_prep_output_euid").asString()).isEqualTo(library);
    assertThat(resolved.path("atlas_context").path("order").asString()).isEqualTo("O-7");
    assertThat(admin.get(resolve + "B2").problem()).isEqualTo("NOT_FOUND");
    assertThat(admin.get(ATLAS + "runs/" + runEuid + "/resolve?flowcell_id=FC-1").problem())
        .isEqualTo("VALIDATION_FAILED");

    var made =
        admin
            .get(
                "subjects/"
                    + resolved.path("specimen_euids").get(0).asString()
                    + "/lineage?direction=down&depth=8")
            .ok();
    assertThat(made.path("nodes").valueStream().map(node -> node.path("euid").asString()))
        .contains(library, told(pool, "pool_euid"), runEuid);
    assertThat(new InvariantChecker(tapline.engine()).check(tapline.tenantId("acme"))).isEmpty();
  }

  @Test
  void a_reservation_is_a_hold_and_keeps_stages_away() {
    var specimen = queued("extraction_prod");
    var reserved = post("materials/" + specimen + "/reservations", "reason", "for order 7");
    assertThat(told(reserved, "status")).isEqualTo("active");
    assertThat(
            post(
                    "extractions",
                    "source_specimen_euid",
                    specimen,
                    "well_name",
                    "A1",
                    "extraction_type",
                    "gdna")
                .problem())
        .isEqualTo("SUBJECT_HELD");
    var released =
        post("reservations/" + told(reserved, "reservation_euid") + "/release", "reason", "done");
    assertThat(told(released, "status")).isEqualTo("released");
    extract(specimen);
  }

  @Test
  void what_is_consumed_is_there_no_more() {
    var specimen = queued("extraction_prod");
    var consumed = post("materials/" + specimen + "/consume", "reason", "spilled").ok();
    assertThat(consumed.path("consumed").asBoolean()).isTrue();
    assertThat(consumed.path("consumption_event_euid").isString()).isTrue();
    var refused =
        post(
            "extractions",
            "source_specimen_euid",
            specimen,
            "well_name",
            "A1",
            "extraction_type",
            "gdna");
    assertThat(refused.status()).isEqualTo(409);
    assertThat(post("materials/" + specimen + "/consume").status()).isEqualTo(409);
  }

  @Test
  void a_claim_is_a_lease_and_can_be_given_back() {
    var specimen = queued("extraction_rnd");
    var item = "queues/extraction_rnd/items/" + specimen + "/claim";
    var claim = post(item, "metadata", Map.of("bench", 4));
    assertThat(told(claim, "status")).isEqualTo("active");
    assertThat(post(item).problem()).isEqualTo("ALREADY_LEASED");
    var released = post("claims/" + told(claim, "claim_euid") + "/release", "reason", "lunch");
    assertThat(told(released, "status")).isEqualTo("released");
    assertThat(told(released, "material_euid")).isEqualTo(specimen);

    var again = told(post(item), "claim_euid");
    var done =
        post(
            "extractions",
            "source_specimen_euid",
            specimen,
            "claim_euid",
            again,
            "well_name",
            "A1",
            "extraction_type",
            "gdna");
    assertThat(told(done, "current_queue")).isEqualTo("post_extract_qc");
    assertThat(
            post(
                    "extractions",
                    "source_specimen_euid",
                    specimen,
                    "claim_euid",
                    again,
                    "well_name",
                    "A1",
                    "extraction_type",
                    "gdna")
                .status())
        .isEqualTo(409);
  }

  @Test
  void what_is_said_of_a_tube_or_specimen_can_be_changed() {
    var tube = told(post("tubes", "status", "empty"), "container_euid");
    var changed =
        patch("tubes/" + tube, "reason", "r", "status", "full", "properties", Map.of("ml", 2)).ok();
    assertThat(changed.path("status").asString()).isEqualTo("full");
    assertThat(changed.path("properties").path("ml").asInt()).isEqualTo(2);
    var specimen = specimen();
    var known =
        patch("specimens/" + specimen, "reason", "r", "atlas_context", Map.of("order", "O-8")).ok();
    assertThat(known.path("atlas_context").path("order").asString()).isEqualTo("O-8");
    assertThat(known.path("container_euid").isString()).isTrue();
    assertThat(patch("tubes/" + specimen, "status", "x").problem()).isEqualTo("NOT_FOUND");
    assertThat(patch("specimens/Z-SM-1", "status", "x").problem()).isEqualTo("NOT_FOUND");
  }

  @Test
  void what_is_not_there_is_404_and_what_is_wrong_422() {
    assertThat(post("queues/extraction_prod/items/Z-SM-1").status()).isEqualTo(404);
    assertThat(post("queues/nowhere/items/" + specimen()).status()).isEqualTo(404);
    assertThat(post("claims/Z-ES-1/release").status()).isEqualTo(404);
    assertThat(post("reservations/Z-HD-1/release").status()).isEqualTo(404);
    var unknown =
        post(
            "extractions",
            "source_specimen_euid",
            "Z-SM-1",
            "well_name",
            "A1",
            "extraction_type",
            "gdna");
    assertThat(unknown.status()).isEqualTo(404);
    assertThat(unknown.field()).isEqualTo("source_specimen_euid");
    assertThat(post("extractions", "well_name", "A1", "extraction_type", "gdna").status())
        .isEqualTo(422);
    assertThat(
            post(
                    "extractions",
                    "source_specimen_euid",
                    queued("extraction_prod"),
                    "well_name",
                    "A1",
                    "extraction_type",
                    "rna")
                .status())
        .isEqualTo(422);
    assertThat(post("pools", "member_euids", List.of("Z-MB-1"), "platform", "ILMN").status())
        .isEqualTo(422);
    assertThat(post("materials", "specimen_nam", "S").status()).isEqualTo(422);
  }

  @Test
  void a_material_moves_between_queues_and_stays_where_it_is() {
    var specimen = queued("extraction_prod");
    var there = post("queues/extraction_prod/items/" + specimen).ok();
    assertThat(there.path("idempotent_replay").asBoolean()).isTrue();
    var moved = post("queues/extraction_rnd/items/" + specimen).ok();
    assertThat(moved.path("previous_queue").asString()).isEqualTo("extraction_prod");
    assertThat(moved.path("current_queue").asString()).isEqualTo("extraction_rnd");
    assertThat(moved.path("idempotent_replay").asBoolean()).isFalse();
    assertThat(post("queues/ilmn_lib_prep/items/" + specimen).status()).isEqualTo(422);
  }

  @Test
  void who_may_enqueue_may_not_therefore_move() {
    var specimen = specimen();
    var service = tapline.as("acme-service");
    var path = ATLAS + "queues/extraction_prod/items/" + specimen;
    service.post(path, Map.of()).ok();
    assertThat(service.post(ATLAS + "queues/extraction_rnd/items/" + specimen, Map.of()).problem())
        .isEqualTo("FORBIDDEN");
  }

  @Test
  void what_comes_with_a_reservation_or_a_release_is_kept_beside_the_reason() {
    var specimen = queued("extraction_prod");
    var order = Map.of("order", 7);
    var reserved =
        post(
            "materials/" + specimen + "/reservations", "reason", "for an order", "metadata", order);
    assertThat(reserved.ok().path("metadata")).isEqualTo(Json.tree(order));
    post(
            "reservations/" + told(reserved, "reservation_euid") + "/release",
            "metadata",
            Map.of("order", 8))
        .ok();
    var claim = told(post("queues/extraction_prod/items/" + specimen + "/claim"), "claim_euid");
    post("claims/" + claim + "/release", "reason", "lunch", "metadata", Map.of("order", 9)).ok();
    var history = admin.get("subjects/" + specimen + "/history").ok();
    var hold = history.path("holds").get(0);
    assertThat(hold.path("reason").asString()).isEqualTo("for an order");
    assertThat(hold.path("metadata")).isEqualTo(Json.tree(order));
    assertThat(hold.path("release_reason").asString()).isEqualTo("released");
    assertThat(hold.path("release_metadata").path("order").asInt()).isEqualTo(8);
    var kept =
        history
            .path("actions")
            .valueStream()
            .filter(action -> action.path("metadata").isObject())
            .map(
                action ->
                    action.path("action_key").asString()
                        + " "
                        + action.path("reason").asString()
                        + " "
                        + action.path("metadata").path("order"))
            .toList();
    assertThat(kept)
        .containsExactlyInAnyOrder(
            "place_execution_hold for an order 7",
            "release_execution_hold released 8",
            "release_queue_lease lunch 9");
  }
}
