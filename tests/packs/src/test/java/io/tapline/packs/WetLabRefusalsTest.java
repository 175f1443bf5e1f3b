package io.tapline.packs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.Code;
import io.tapline.api.ExecutionState;
import io.tapline.api.request.PerformAction;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.packs.wetlab.WetLabLinks;
import io.tapline.packs.wetlab.WetLabTemplates;
import io.tapline.tapdb.Json;
import io.tapline.testkit.engine.ScratchEngine;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Invalid requests of the bench: each is refused with a code, and nothing changes. */
class WetLabRefusalsTest {

  private static final ObjectNode EXTRACT =
      PackFixture.fields("{'well_name':'A1','extraction_type':'gdna'}");

  private static ScratchEngine test;
  private static PackFixture bench;

  @BeforeAll
  static void open() {
    test = PackFixture.engine();
    bench = new PackFixture(test);
  }

  @AfterAll
  static void close() {
    test.close();
  }

  private static Code refused(String action, String subject, JsonNode fields) {
    return bench.refused(() -> bench.atOnce(action, subject, fields));
  }

  private static ObjectNode pool(String platform, String... members) {
    var fields = Json.object().put("platform", platform);
    fields.set("member_euids", Json.tree(List.of(members)));
    return fields;
  }

  @Test
  void a_reserved_specimen_cannot_be_used_by_a_stage() {
    var specimen = bench.specimen("extraction_prod");
    var hold = bench.lab.hold(specimen).holdEuid();
    assertThat(refused("create_extraction", specimen, EXTRACT)).isEqualTo(Code.SUBJECT_HELD);
    bench.lab.releaseHold(hold);
    bench.atOnce("create_extraction", specimen, EXTRACT);
    assertThat(bench.state(specimen)).isEqualTo(ExecutionState.COMPLETED);
  }

  @Test
  void a_consumed_specimen_cannot_be_used_by_a_stage_even_after_a_requeue() {
    var specimen = bench.specimen("extraction_prod");
    bench.about(bench.lab.operator, "consume_material", specimen, "spilled", Json.object());
    assertThat(bench.state(specimen)).isEqualTo(ExecutionState.CANCELED);
    assertThat(bench.visible(specimen)).isFalse();
    assertThat(refused("create_extraction", specimen, EXTRACT)).isEqualTo(Code.SUBJECT_TERMINAL);

    bench.lab.requeue(specimen);
    assertThat(refused("create_extraction", specimen, EXTRACT)).isEqualTo(Code.STATE_CONFLICT);
    assertThat(
            bench.refused(
                () ->
                    bench.about(
                        bench.lab.operator, "consume_material", specimen, "again", Json.object())))
        .isEqualTo(Code.STATE_CONFLICT);
  }

  @Test
  void an_output_goes_into_a_well_that_its_plate_has() {
    var specimen = bench.specimen("extraction_prod");
    for (var none : List.of("Z99", "A13", "A0", "I1", "H012", "1A")) {
      assertThat(refused("create_extraction", specimen, EXTRACT.deepCopy().put("well_name", none)))
          .as(none)
          .isEqualTo(Code.VALIDATION_FAILED);
    }
    bench.atOnce("create_extraction", specimen, EXTRACT.deepCopy().put("well_name", "h12"));
    // The wells of other plate templates are not checked.
    bench.atOnce(
        "create_extraction",
        bench.specimen("extraction_prod"),
        EXTRACT
            .deepCopy()
            .put("well_name", "P24")
            .put("plate_template_code", WetLabTemplates.WELL));
  }

  @Test
  void a_stage_that_uses_its_source_up_says_so() {
    var specimen = bench.specimen("extraction_prod");
    bench.atOnce("create_extraction", specimen, EXTRACT.deepCopy().put("consume_source", true));
    assertThat(bench.evidence.children(specimen, WetLabLinks.CONSUMED_BY)).hasSize(1);
    bench.lab.requeue(specimen);
    assertThat(refused("create_extraction", specimen, EXTRACT)).isEqualTo(Code.STATE_CONFLICT);
  }

  @Test
  void a_reserved_material_is_not_consumed() {
    var specimen = bench.specimen("extraction_prod");
    bench.lab.hold(specimen);
    assertThat(
            bench.refused(
                () ->
                    bench.about(
                        bench.lab.operator, "consume_material", specimen, "x", Json.object())))
        .isEqualTo(Code.SUBJECT_HELD);
  }

  @Test
  void stages_come_in_order() {
    var output = bench.extract(bench.specimen("extraction_prod"));
    assertThat(refused("create_library_prep", output, Json.object().put("platform", "ILMN")))
        .isEqualTo(Code.STATE_CONFLICT);
    assertThat(refused("create_extraction", output, EXTRACT)).isEqualTo(Code.STATE_CONFLICT);
    assertThat(refused("record_library_qc", output, PackFixture.fields("{'passed':true}")))
        .isEqualTo(Code.STATE_CONFLICT);
  }

  @Test
  void a_stage_that_is_done_is_not_done_again() {
    var specimen = bench.specimen("extraction_prod");
    bench.extract(specimen);
    assertThat(refused("create_extraction", specimen, EXTRACT)).isEqualTo(Code.SUBJECT_TERMINAL);
  }

  @Test
  void the_platform_is_that_of_the_queue() {
    var output = bench.passQc(bench.extract(bench.specimen("extraction_prod")), "ilmn_lib_prep");
    assertThat(refused("create_library_prep", output, Json.object().put("platform", "ONT")))
        .isEqualTo(Code.STATE_CONFLICT);
    assertThat(refused("create_library_prep", output, Json.object().put("platform", "MGI")))
        .isEqualTo(Code.VALIDATION_FAILED);
    var library = bench.passLibraryQc(bench.prepare(output, "ILMN"));
    assertThat(refused("create_pool", null, pool("ONT", library))).isEqualTo(Code.STATE_CONFLICT);
  }

  @Test
  void libraries_of_two_platforms_make_no_pool() {
    var illumina = bench.library("ILMN");
    var nanopore = bench.library("ONT");
    assertThat(refused("create_pool", null, pool("ILMN", illumina, nanopore)))
        .isEqualTo(Code.STATE_CONFLICT);
    assertThat(bench.visible(illumina)).isTrue();
    assertThat(bench.visible(nanopore)).isTrue();
  }

  @Test
  void a_pool_is_made_of_libraries_that_are_there() {
    var library = bench.library("ILMN");
    assertThat(refused("create_pool", null, pool("ILMN", library, "Z-MB-1")))
        .isEqualTo(Code.VALIDATION_FAILED);
    assertThat(refused("create_pool", null, pool("ILMN"))).isEqualTo(Code.VALIDATION_FAILED);
    assertThat(refused("create_pool", null, pool("ILMN", library, library)))
        .isEqualTo(Code.VALIDATION_FAILED);
    var pool = bench.pool("ILMN", library);
    assertThat(refused("create_pool", null, pool("ILMN", pool))).isEqualTo(Code.VALIDATION_FAILED);
  }

  @Test
  void a_run_needs_members_and_knows_them() {
    var empty = bench.enqueue(WetLabTemplates.POOL, "ilmn_start_seq_run", "create_run");
    var run = PackFixture.fields("{'platform':'ILMN','flowcell_id':'FC'}");
    assertThat(refused("create_run", empty, run)).isEqualTo(Code.STATE_CONFLICT);

    var pool = bench.pool("ILMN", bench.library("ILMN"));
    var stranger = bench.library("ILMN");
    var assigned =
        "{'platform':'ILMN','flowcell_id':'FC','assignments':"
            + "[{'lane':'1','library_barcode':'B','library_prep_output_euid':'%s'}]}";
    assertThat(refused("create_run", pool, PackFixture.fields(assigned.formatted(stranger))))
        .isEqualTo(Code.VALIDATION_FAILED);
  }

  @Test
  void passed_qc_of_something_without_a_platform_says_where_to() {
    var output = bench.extract(bench.specimen("extraction_prod"));
    assertThat(refused("record_post_extract_qc", output, PackFixture.fields("{'passed':true}")))
        .isEqualTo(Code.VALIDATION_FAILED);
  }

  @Test
  void another_workers_lease_is_not_ours() {
    var specimen = bench.specimen("extraction_prod");
    var other = bench.lab.worker("other", 10, PackFixture.SKILLS);
    var lease = bench.claim(specimen).leaseEuid();
    var stolen =
        PerformAction.of(
            InspectedTenant.key(), "create_extraction", specimen, other, lease, EXTRACT);
    assertThat(bench.refused(() -> bench.lab.engine().execute(bench.lab.service, stolen)))
        .isEqualTo(Code.NOT_LEASE_OWNER);
    var taken =
        PerformAction.of(
            InspectedTenant.key(), "create_extraction", specimen, other, null, EXTRACT);
    assertThat(bench.refused(() -> bench.lab.engine().execute(bench.lab.service, taken)))
        .isEqualTo(Code.ALREADY_LEASED);
  }

  @Test
  void who_lacks_the_skill_does_not_take_it_up() {
    var specimen = bench.specimen("extraction_prod");
    var novice = bench.lab.worker("novice", 10);
    var ask =
        PerformAction.of(
            InspectedTenant.key(), "create_extraction", specimen, novice, null, EXTRACT);
    assertThat(bench.refused(() -> bench.lab.engine().execute(bench.lab.service, ask)))
        .isEqualTo(Code.CAPABILITY_MISMATCH);
  }

  @Test
  void roles_and_fields_and_names_are_judged() {
    var specimen = bench.specimen("extraction_prod");
    assertThat(
            bench.refused(
                () ->
                    bench.about(
                        bench.lab.service, "consume_material", specimen, null, Json.object())))
        .isEqualTo(Code.FORBIDDEN);
    assertThat(refused("create_extraction", specimen, EXTRACT.deepCopy().put("wel_name", "A")))
        .isEqualTo(Code.VALIDATION_FAILED);
    assertThat(refused("create_extraction", "Z-SM-1", EXTRACT)).isEqualTo(Code.NOT_FOUND);
    assertThat(
            refused("create_extraction", specimen, EXTRACT.deepCopy().put("plate_euid", specimen)))
        .isEqualTo(Code.VALIDATION_FAILED);
    assertThat(
            refused(
                "create_extraction", specimen, EXTRACT.deepCopy().put("instrument_euid", "Z-EN-1")))
        .isEqualTo(Code.NOT_FOUND);
    assertThat(refused("create_nothing", specimen, EXTRACT)).isEqualTo(Code.NOT_FOUND);
  }

  @Test
  void nobody_makes_the_engines_own_objects_by_a_pack() {
    for (var code : List.of("actor/system/token/1.0", "content/nothing/there/1.0")) {
      assertThat(
              bench.refused(
                  () ->
                      bench.about(
                          bench.lab.operator,
                          "register_material",
                          null,
                          null,
                          Json.object()
                              .put("specimen_name", "S")
                              .put("specimen_template_code", code))))
          .isIn(Code.VALIDATION_FAILED, Code.NOT_FOUND);
    }
  }
}
