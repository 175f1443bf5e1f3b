package io.tapline.server.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.engine.check.InvariantChecker;
import io.tapline.server.testing.HttpApi;
import io.tapline.server.testing.HttpReply;
import io.tapline.server.testing.TaplineServer;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import io.tapline.tapdb.Json;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The lab's compatibility endpoints: the whole chain, conflicts, keys; and no way around actions.
 */
@TaplineServer
class AtlasChainTest {

  private static final String ATLAS = "/api/v1/external/atlas/beta/";

  private static TestTapline tapline;
  private static HttpApi admin;

  @BeforeAll
  static void start(TestTapline started) {
    tapline = started;
    admin = tapline.as("acme-admin");
  }

  private static HttpReply post(String path, Object... namesAndValues) {
    return admin.post(ATLAS + path, body(namesAndValues));
  }

  private static HttpReply keyed(String key, String path, Object... namesAndValues) {
    return admin.with("Idempotency-Key", key).post(ATLAS + path, body(namesAndValues));
  }

  private static Map<String, Object> body(Object... namesAndValues) {
    var body = new HashMap<String, Object>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      body.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return body;
  }

  private static String told(HttpReply reply, String name) {
    return reply.ok().path(name).asString();
  }

  private static String specimen() {
    return told(
        post("materials", "specimen_name", "S", "atlas_context", Map.of("order", "O-7")),
        "specimen_euid");
  }

  private static String queued(String queue) {
    var specimen = specimen();
    post("queues/" + queue + "/items/" + specimen).ok();
    return specimen;
  }

  private static String extract(String specimen) {
    return told(
        post(
            "extractions",
            "source_specimen_euid",
            specimen,
            "well_name",
            "A1",
            "extraction_type",
            "cfdna"),
        "extraction_output_euid");
  }

  private static String library(String platform) {
    var output = extract(queued("extraction_prod"));
    var p = platform.toLowerCase(Locale.ROOT);
    var qc =
        post(
            "post-extract-qc",
            "extraction_output_euid",
            output,
            "passed",
            true,
            "next_queue",
            p + "_lib_prep",
            "metrics",
            Map.of("ng_ul", 3));
    assertThat(told(qc, "current_queue")).isEqualTo(p + "_lib_prep");
    var library =
        told(
            post("library-prep", "source_extraction_output_euid", output, "platform", platform),
            "library_prep_output_euid");
    var passed = post("library-qc", "library_material_euid", library, "passed", true);
    assertThat(told(passed, "next_queue")).isEqualTo(p + "_seq_pool");
    return library;
  }

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
  void every_change_is_an_action_and_nothing_else_writes() throws SQLException {
    var specimen = queued("extraction_prod");
    long before = actions();
    extract(specimen);
    // register_worker was replayed, so: the claim, the stage on the specimen, on its output and
    // on the plate that it made.
    assertThat(actions() - before).isEqualTo(4);
    assertThat(orphanRows()).isZero();
  }

  /** Rows of the bench to which no action leads. */
  private static long orphanRows() throws SQLException {
    return number(
        """
        select count(*) from tapline.generic_instance o
        join tapline.generic_template t on t.tenant_id = o.tenant_id and t.uid = o.template_uid
        where o.storage_class in ('subject', 'registry')
          and split_part(t.template_code, '/', 1) in ('content', 'container', 'equipment')
          and not exists (select 1 from tapline.generic_instance_lineage k
            where k.tenant_id = o.tenant_id and k.child_uid = o.uid and k.relationship = 'executed_on')
        """);
  }

  private static long actions() throws SQLException {
    return number("select count(*) from tapline.instance_action");
  }

  private static long number(String sql) throws SQLException {
    try (var connection = tapline.scratch().connect();
        var statement = connection.createStatement();
        var rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getLong(1);
    }
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
    var changed = patch("tubes/" + tube, "status", "full", "properties", Map.of("ml", 2)).ok();
    assertThat(changed.path("status").asString()).isEqualTo("full");
    assertThat(changed.path("properties").path("ml").asInt()).isEqualTo(2);
    var specimen = specimen();
    var known = patch("specimens/" + specimen, "atlas_context", Map.of("order", "O-8")).ok();
    assertThat(known.path("atlas_context").path("order").asString()).isEqualTo("O-8");
    assertThat(known.path("container_euid").isString()).isTrue();
    assertThat(patch("tubes/" + specimen, "status", "x").problem()).isEqualTo("NOT_FOUND");
    assertThat(patch("specimens/Z-SM-1", "status", "x").problem()).isEqualTo("NOT_FOUND");
  }

  private static HttpReply patch(String path, Object... namesAndValues) {
    return admin.send(
        "PATCH", ATLAS + path, Json.print(body(namesAndValues)).getBytes(StandardCharsets.UTF_8));
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
  void who_may_enqueue_may_not_therefore_move() {
    var specimen = specimen();
    var service = tapline.as("acme-service");
    var path = ATLAS + "queues/extraction_prod/items/" + specimen;
    service.post(path, Map.of()).ok();
    assertThat(service.post(ATLAS + "queues/extraction_rnd/items/" + specimen, Map.of()).problem())
        .isEqualTo("FORBIDDEN");
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
    var first = patched(key, changed, "status", "thawed").ok();
    post("queues/extraction_rnd/items/" + changed).ok();
    assertThat(patched(key, changed, "status", "thawed").ok()).isEqualTo(first);
    assertThat(patched(key, changed, "status", "frozen").problem())
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

  private static HttpReply patched(String key, String specimen, Object... namesAndValues) {
    return admin
        .with("Idempotency-Key", key)
        .send(
            "PATCH",
            ATLAS + "specimens/" + specimen,
            Json.print(body(namesAndValues)).getBytes(StandardCharsets.UTF_8));
  }

  /** Sent twice it is answered twice with the same; with one thing more it is another request. */
  private static JsonNode same(String path, Object... namesAndValues) {
    var key = TenantApi.unique("same");
    var first = keyed(key, path, namesAndValues).ok();
    var again = keyed(key, path, namesAndValues).ok();
    var replay = first.has("created") ? "created" : "idempotent_replay";
    assertThat(again.path(replay).asBoolean()).as(path).isEqualTo(replay.startsWith("idem"));
    assertThat(but(again, replay)).as(path).isEqualTo(but(first, replay));
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
