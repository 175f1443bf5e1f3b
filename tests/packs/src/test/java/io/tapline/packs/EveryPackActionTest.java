package io.tapline.packs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.engine.domain.DomainAction;
import io.tapline.engine.model.ActionAnswer;
import io.tapline.engine.testing.KeptValues;
import io.tapline.packs.compute.ComputePack;
import io.tapline.packs.wetlab.WetLabPack;
import io.tapline.packs.wetlab.WetLabTemplates;
import io.tapline.tapdb.Json;
import io.tapline.testkit.engine.ScratchEngine;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Rules that hold for every action of both packs. A new action needs a request here. */
class EveryPackActionTest {

  private static final String ARTIFACTS =
      "{'artifacts':[{'artifact_type':'vcf','uri':'s3://b/1.vcf'}]}";

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

  static Stream<String> actions() {
    return Stream.of(new WetLabPack(), new ComputePack())
        .flatMap(pack -> pack.actions().stream())
        .map(DomainAction::key);
  }

  @ParameterizedTest
  @MethodSource("actions")
  void the_state_before_an_action_can_be_read_from_the_evidence_afterwards(String action) {
    var request = request(action);
    var values = new KeptValues(test, bench.lab.tenantId());
    var before = values.documents();
    request.get();
    assertThat(values.lostSince(before)).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("actions")
  void the_answer_shows_the_envelope_with_the_fields_of_the_engines_own_verbs(String action) {
    var answer = request(action).get();
    // A resource bears no work, so that it has no envelope.
    if (!action.equals("register_resource")) {
      var execution = answer.document().path("execution");
      assertThat(execution).isEqualTo(Json.tree(bench.lab.envelope(answer.subjectEuid())));
      assertThat(execution.propertyNames()).contains("due_at", "retry_at", "hold_reason");
    }
  }

  /** A request for the action that succeeds, with everything before it done. */
  private static Supplier<ActionAnswer> request(String action) {
    var operator = bench.lab.operator;
    switch (action) {
      case "register_material":
        var tube = bench.container("container/tube/primary/1.0");
        var material =
            PackFixture.fields("{'specimen_name':'S','properties':{'a':1}}")
                .put("container_euid", tube);
        return () -> bench.about(operator, action, null, null, material);
      case "register_container":
        return () -> bench.about(operator, action, null, null, Json.object());
      case "register_resource":
        var lot = PackFixture.fields("{'kind':'reagent','name':'Lot 7','properties':{'x':'y'}}");
        return () -> bench.about(operator, action, null, null, lot);
      case "update_material":
        var known =
            bench.enqueue(
                WetLabTemplates.SPECIMEN,
                "extraction_prod",
                null,
                PackFixture.fields("{'patient':'P-0','b':[1,2]}"));
        var other =
            PackFixture.fields("{'status':'thawed','properties':{'patient':'P-1','b':[2]}}");
        return () -> bench.about(operator, action, known, "misread", other);
      case "consume_material":
        var spilled = bench.specimen("extraction_prod");
        return () -> bench.about(operator, action, spilled, "spilled", Json.object());
      case "send_to_queue":
        var moved = bench.specimen("extraction_prod");
        var to = Json.object().put("queue_key", "extraction_rnd");
        return () -> bench.about(operator, action, moved, "research", to);
      case "create_extraction":
        var specimen = bench.specimen("extraction_prod");
        var well = PackFixture.fields("{'well_name':'A1','extraction_type':'gdna'}");
        return () -> bench.perform(action, specimen, well);
      case "record_post_extract_qc":
        var output = bench.extract(bench.specimen("extraction_prod"));
        return () -> bench.perform(action, output, PackFixture.fields("{'passed':false}"));
      case "create_library_prep":
        var passed = bench.passQc(bench.extract(bench.specimen("extraction_prod")), "ont_lib_prep");
        return () -> bench.perform(action, passed, Json.object());
      case "record_library_qc":
        var prepared =
            bench.prepare(
                bench.passQc(bench.extract(bench.specimen("extraction_prod")), "ilmn_lib_prep"),
                "ILMN");
        return () -> bench.perform(action, prepared, PackFixture.fields("{'passed':true}"));
      case "create_pool":
        var library = bench.library("ILMN");
        var members = Json.object().put("platform", "ILMN");
        members.set("member_euids", Json.tree(List.of(library)));
        return () -> bench.atOnce(action, null, members);
      case "create_run":
        var pool = bench.pool("ILMN", bench.library("ILMN"));
        var run = PackFixture.fields("{'platform':'ILMN','flowcell_id':'FC'}");
        return () -> bench.perform(action, pool, run);
      case "start_analysis_run":
        var asked = bench.enqueue(ComputePack.REQUEST, ComputePack.DISPATCH, action);
        return () -> bench.perform(action, asked, PackFixture.fields("{'pipeline':'wgs/2.1'}"));
      case "record_analysis_artifacts":
        var running = analysed();
        return () -> bench.atOnce(action, running, PackFixture.fields(ARTIFACTS));
      case "record_analysis_qc":
        var done = analysed();
        bench.atOnce("record_analysis_artifacts", done, PackFixture.fields(ARTIFACTS));
        return () -> bench.perform(action, done, PackFixture.fields("{'passed':false}"));
      default:
        throw new AssertionError(action + " has no request here");
    }
  }

  /** A request whose run is under way. */
  private static String analysed() {
    var request = bench.enqueue(ComputePack.REQUEST, ComputePack.DISPATCH, "start_analysis_run");
    bench.atOnce("start_analysis_run", request, PackFixture.fields("{'pipeline':'wgs/2.1'}"));
    return request;
  }
}
