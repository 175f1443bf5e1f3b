package io.tapline.packs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.Code;
import io.tapline.engine.model.RefusedException;
import io.tapline.engine.testing.ConcurrentPair;
import io.tapline.packs.wetlab.WetLabLinks;
import io.tapline.packs.wetlab.WetLabTemplates;
import io.tapline.tapdb.Json;
import io.tapline.testkit.engine.ScratchEngine;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/** A well and a tube hold one material each. */
class OccupancyTest {

  private static final int ROUNDS = 5;

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

  private static ObjectNode extraction(String plate, String well) {
    return Json.object()
        .put("plate_euid", plate)
        .put("well_name", well)
        .put("extraction_type", "gdna");
  }

  private static void extract(String plate, String well) {
    bench.atOnce("create_extraction", bench.specimen("extraction_prod"), extraction(plate, well));
  }

  private static Code refused(String plate, String well) {
    var specimen = bench.specimen("extraction_prod");
    return bench.refused(
        () -> bench.atOnce("create_extraction", specimen, extraction(plate, well)));
  }

  private static void register(String container) {
    bench.material("{'specimen_name':'S','container_euid':'" + container + "'}");
  }

  /** Null when it was carried out. */
  private static Code attempt(Runnable request) {
    try {
      request.run();
      return null;
    } catch (RefusedException e) {
      return e.code();
    }
  }

  @Test
  void a_well_takes_one_output_however_its_name_is_written() {
    var plate = bench.container(WetLabTemplates.PLATE);
    extract(plate, "A1");
    for (var same : List.of("A1", "a1", "A01")) {
      assertThat(refused(plate, same)).as(same).isEqualTo(Code.STATE_CONFLICT);
    }
    extract(plate, "A2");
    extract(bench.container(WetLabTemplates.PLATE), "A1");
    var wells = bench.evidence.children(plate, WetLabLinks.PLATE_WELL);
    assertThat(wells.stream().map(well -> bench.evidence.properties(well).get("well_name")))
        .containsExactly(Json.tree("A1"), Json.tree("A2"));
  }

  @Test
  void a_library_and_an_output_do_not_share_a_well() {
    var plate = bench.container(WetLabTemplates.PLATE);
    extract(plate, "H12");
    var output = bench.passQc(bench.extract(bench.specimen("extraction_prod")), "ilmn_lib_prep");
    var well = Json.object().put("library_plate_euid", plate).put("library_well_name", "h12");
    assertThat(bench.refused(() -> bench.atOnce("create_library_prep", output, well)))
        .isEqualTo(Code.STATE_CONFLICT);
    var made = bench.atOnce("create_library_prep", output, well.put("library_well_name", "H11"));
    assertThat(
            bench.evidence.children(
                PackFixture.told(made, "library_well_euid"), WetLabLinks.CONTAINS))
        .containsExactly(PackFixture.told(made, "library_prep_output_euid"));
  }

  @ParameterizedTest
  @ValueSource(strings = {WetLabTemplates.TUBE, WetLabTemplates.WELL})
  void a_container_takes_one_material(String template) {
    var container = bench.container(template);
    register(container);
    assertThat(bench.refused(() -> register(container))).isEqualTo(Code.STATE_CONFLICT);
  }

  @Test
  void a_held_or_cancelled_container_takes_nothing() {
    var tube = bench.container(WetLabTemplates.TUBE);
    bench.lab.hold(tube);
    assertThat(bench.refused(() -> register(tube))).isEqualTo(Code.SUBJECT_HELD);
    var plate = bench.container(WetLabTemplates.PLATE);
    bench.lab.hold(plate);
    assertThat(refused(plate, "A1")).isEqualTo(Code.SUBJECT_HELD);
    var dropped = bench.container(WetLabTemplates.TUBE);
    bench.lab.cancel(dropped, false);
    assertThat(bench.refused(() -> register(dropped))).isEqualTo(Code.SUBJECT_TERMINAL);
  }

  /** A well bears no work, so that it has no row among the subjects that could be locked. */
  @ParameterizedTest
  @ValueSource(strings = {WetLabTemplates.TUBE, WetLabTemplates.WELL})
  void of_two_registrations_into_one_container_one_is_refused(String template) {
    for (int round = 0; round < ROUNDS; round++) {
      var container = bench.container(template);
      assertThat(ConcurrentPair.at(first -> String.valueOf(attempt(() -> register(container)))))
          .containsExactlyInAnyOrder("null", Code.STATE_CONFLICT.name());
      assertThat(bench.evidence.children(container, WetLabLinks.CONTAINS)).hasSize(1);
    }
  }

  @Test
  void of_two_extractions_into_one_well_one_is_refused() {
    for (int round = 0; round < ROUNDS; round++) {
      var plate = bench.container(WetLabTemplates.PLATE);
      assertThat(
              ConcurrentPair.at(
                  first -> String.valueOf(attempt(() -> extract(plate, first ? "a1" : "A01")))))
          .containsExactlyInAnyOrder("null", Code.STATE_CONFLICT.name());
      assertThat(bench.evidence.children(plate, WetLabLinks.PLATE_WELL)).hasSize(1);
    }
  }
}
