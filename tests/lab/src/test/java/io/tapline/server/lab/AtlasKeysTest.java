package io.tapline.server.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.server.testing.HttpReply;
import io.tapline.server.testing.TaplineServer;
import io.tapline.server.testing.TenantApi;
import io.tapline.tapdb.Json;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Idempotency keys of the lab's compatibility endpoints: a repeated request is done once. */
@TaplineServer
class AtlasKeysTest extends AtlasOnServer {

  private static HttpReply keyed(String key, String path, Object... namesAndValues) {
    return admin.with("Idempotency-Key", key).post(ATLAS + path, body(namesAndValues));
  }

  @Test
  void a_key_makes_a_request_the_same_request() {
    var key = TenantApi.unique("atlas");
    var first = keyed(key, "materials", "specimen_name", "S", "properties", Map.of("a", 1)).ok();
    assertThat(first.path("created").asBoolean()).isTrue();
    assertThat(first.path("idempotency_key").asString()).isEqualTo(key);
    var again = keyed(key, "materials", "specimen_name", "S", "properties", Map.of("a", 1)).ok();
    assertThat(again.path("created").asBoolean()).isFalse();
    assertThat(again.path("specimen_euid")).isEqualTo(first.path("specimen_euid"));
    assertThat(keyed(key, "materials", "specimen_name", "T").problem())
        .isEqualTo("IDEMPOTENCY_CONFLICT");
  }

  @Test
  void a_keyed_sending_to_a_queue_is_done_once_whatever_became_of_the_material() {
    var specimen = specimen();
    var key = TenantApi.unique("send");
    var path = "queues/extraction_prod/items/" + specimen;
    var first = keyed(key, path, "metadata", Map.of("rack", "R-1")).ok();
    assertThat(first.path("previous_queue").isNull()).isTrue();
    assertThat(first.path("idempotent_replay").asBoolean()).isFalse();
    var sent = admin.get("subjects/" + specimen + "/history").ok().path("actions");
    assertThat(sent.valueStream().map(one -> one.path("result").path("metadata").path("rack")))
        .contains(Json.tree("R-1"));
    extract(specimen);
    var revision = execution(specimen).path("revision");

    var again = keyed(key, path, "metadata", Map.of("rack", "R-1")).ok();
    assertThat(again.path("idempotent_replay").asBoolean()).isTrue();
    assertThat(but(again, "idempotent_replay")).isEqualTo(but(first, "idempotent_replay"));
    assertThat(execution(specimen).path("state").asString()).isEqualTo("COMPLETED");
    assertThat(execution(specimen).path("revision")).isEqualTo(revision);

    assertThat(keyed(key, path, "metadata", Map.of("rack", "R-2")).problem())
        .isEqualTo("IDEMPOTENCY_CONFLICT");
    assertThat(keyed(key, path).problem()).isEqualTo("IDEMPOTENCY_CONFLICT");
    assertThat(keyed(key, "queues/extraction_rnd/items/" + specimen).problem())
        .isEqualTo("IDEMPOTENCY_CONFLICT");
  }

  @Test
  void what_is_finished_is_sent_again_only_by_a_request_with_a_key_of_its_own() {
    var specimen = queued("extraction_prod");
    extract(specimen);
    var path = "queues/extraction_prod/items/" + specimen;
    assertThat(post(path).problem()).isEqualTo("SUBJECT_TERMINAL");
    assertThat(execution(specimen).path("state").asString()).isEqualTo("COMPLETED");
    var again = keyed(TenantApi.unique("again"), path).ok();
    assertThat(again.path("previous_queue").isNull()).isTrue();
    assertThat(execution(specimen).path("state").asString()).isEqualTo("READY");
  }

  @Test
  void a_material_that_is_there_already_takes_the_key_and_keeps_what_was_sent() {
    var specimen = queued("extraction_prod");
    var key = TenantApi.unique("there");
    var path = "queues/extraction_prod/items/" + specimen;
    var there = keyed(key, path, "metadata", Map.of("rack", "R-1")).ok();
    assertThat(there.path("idempotent_replay").asBoolean()).isTrue();
    assertThat(there.path("previous_queue").asString()).isEqualTo("extraction_prod");
    assertThat(keyed(key, path, "metadata", Map.of("rack", "R-2")).problem())
        .isEqualTo("IDEMPOTENCY_CONFLICT");
    post("queues/extraction_rnd/items/" + specimen).ok();
    assertThat(keyed(key, path, "metadata", Map.of("rack", "R-1")).ok()).isEqualTo(there);
    assertThat(execution(specimen).path("next_queue_key").asString()).isEqualTo("extraction_rnd");
  }

  @Test
  void every_lab_endpoint_replays_a_repeated_key_and_refuses_it_with_another_payload() {
    var specimen = specimen();
    same("materials", "specimen_name", "S", "properties", Map.of("a", 1));
    same("tubes", "status", "empty");
    same("materials/" + specimen + "/reservations", "reason", "r", "metadata", Map.of("m", 1));
    var held = specimen();
    var hold = told(post("materials/" + held + "/reservations"), "reservation_euid");
    same("reservations/" + hold + "/release", "metadata", Map.of("m", 1));
    var queued = queued("extraction_prod");
    var item = "queues/extraction_prod/items/" + queued;
    var claim = same(item + "/claim", "metadata", Map.of("m", 1)).path("claim_euid").asString();
    same("claims/" + claim + "/release", "reason", "lunch", "metadata", Map.of("m", 1));
    var extraction =
        same(
            "extractions",
            "source_specimen_euid",
            queued,
            "well_name",
            "A1",
            "extraction_type",
            "cfdna",
            "metadata",
            Map.of("m", 1));
    var output = extraction.path("extraction_output_euid").asString();
    same(
        "post-extract-qc",
        "extraction_output_euid",
        output,
        "passed",
        true,
        "next_queue",
        "ilmn_lib_prep",
        "metadata",
        Map.of("m", 1));
    var library =
        same("library-prep", "source_extraction_output_euid", output, "platform", "ILMN")
            .path("library_prep_output_euid")
            .asString();
    same("library-qc", "library_material_euid", library, "passed", true);
    var pool =
        same("pools", "member_euids", List.of(library), "platform", "ILMN")
            .path("pool_euid")
            .asString();
    same(
        "runs",
        "pool_euid",
        pool,
        "platform",
        "ILMN",
        "flowcell_id",
        "FC-9",
        "status",
        "completed");
    same("materials/" + specimen() + "/consume", "reason", "spilled", "metadata", Map.of("m", 1));

    var changed = specimen();
    var key = TenantApi.unique("patch");
    var first = patched(key, changed, "status", "thawed", "reason", "r").ok();
    assertThat(first.path("idempotent_replay").asBoolean()).isFalse();
    post("queues/extraction_rnd/items/" + changed).ok();
    var again = patched(key, changed, "status", "thawed", "reason", "r").ok();
    assertThat(again.path("idempotent_replay").asBoolean()).isTrue();
    assertThat(but(again, "idempotent_replay")).isEqualTo(but(first, "idempotent_replay"));
    assertThat(patched(key, changed, "status", "frozen", "reason", "r").problem())
        .isEqualTo("IDEMPOTENCY_CONFLICT");
  }

  @Test
  void a_pool_is_one_request_under_its_key_whatever_the_order_of_its_members() {
    var one = library("ILMN");
    var two = library("ILMN");
    var other = library("ILMN");
    var key = TenantApi.unique("pool");
    var made = keyed(key, "pools", "member_euids", List.of(one, two), "platform", "ILMN").ok();
    var again = keyed(key, "pools", "member_euids", List.of(two, one), "platform", "ILMN").ok();
    assertThat(again.path("idempotent_replay").asBoolean()).isTrue();
    assertThat(but(again, "idempotent_replay")).isEqualTo(but(made, "idempotent_replay"));
    for (var members : List.of(List.of(other), List.of(other, one), List.of(one, two, other))) {
      assertThat(keyed(key, "pools", "member_euids", members, "platform", "ILMN").problem())
          .as("%s", members)
          .isEqualTo("IDEMPOTENCY_CONFLICT");
    }
    keyed(TenantApi.unique("pool"), "pools", "member_euids", List.of(other), "platform", "ILMN")
        .ok();
  }

  private static HttpReply patched(String key, String specimen, Object... namesAndValues) {
    return patch(admin.with("Idempotency-Key", key), "specimens/" + specimen, namesAndValues);
  }

  /** Sent twice it is answered twice with the same; with one thing more it is another request. */
  private static JsonNode same(String path, Object... namesAndValues) {
    var key = TenantApi.unique("same");
    var first = keyed(key, path, namesAndValues).ok();
    var again = keyed(key, path, namesAndValues).ok();
    assertThat(first.path("idempotent_replay").asBoolean()).as(path).isFalse();
    assertThat(again.path("idempotent_replay").asBoolean()).as(path).isTrue();
    if (first.has("created")) {
      assertThat(again.path("created").asBoolean()).as(path).isFalse();
      ((ObjectNode) again).put("created", true);
    }
    assertThat(but(again, "idempotent_replay")).as(path).isEqualTo(but(first, "idempotent_replay"));
    var more = body(namesAndValues);
    var other =
        first.has("created")
            ? "properties"
            : first.has("metadata") || path.equals("runs") ? "metadata" : "metrics";
    more.put(other, Map.of("m", 2));
    assertThat(admin.with("Idempotency-Key", key).post(ATLAS + path, more).problem())
        .as(path)
        .isEqualTo("IDEMPOTENCY_CONFLICT");
    return first;
  }

  private static JsonNode but(JsonNode answer, String field) {
    return ((ObjectNode) answer.deepCopy()).without(field);
  }

  private static JsonNode execution(String specimen) {
    return admin.get("subjects/" + specimen).ok().path("execution");
  }
}
