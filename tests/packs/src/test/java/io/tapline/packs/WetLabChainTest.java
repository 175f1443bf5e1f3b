package io.tapline.packs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.Code;
import io.tapline.api.ExecutionState;
import io.tapline.api.request.Complete;
import io.tapline.api.request.PerformAction;
import io.tapline.engine.check.InvariantChecker;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.packs.wetlab.WetLabLinks;
import io.tapline.tapdb.Json;
import io.tapline.testkit.engine.ScratchEngine;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The bench from the accepted specimen to the run, and what it leaves behind. */
class WetLabChainTest {

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

  @Test
  void every_queue_of_the_packs_names_a_lease_of_a_quarter_of_an_hour() {
    var queues = bench.lab.engine().reads().queues().all(bench.lab.tenantId());
    assertThat(queues).hasSizeGreaterThanOrEqualTo(13);
    assertThat(queues)
        .allSatisfy(queue -> assertThat(queue.policy().leaseTtlSeconds()).isEqualTo(900));
  }

  /** QC and runs go through their actions: a bare completion would pass QC without a record. */
  @Test
  void no_queue_of_the_packs_is_left_by_a_bare_completion() {
    var templates = new HashMap<String, List<String>>();
    for (var queue : bench.lab.engine().reads().queues().all(bench.lab.tenantId())) {
      templates.put(queue.policy().queueKey(), queue.policy().subjectTemplateCodes());
    }
    assertThat(templates).hasSizeGreaterThanOrEqualTo(13);
    templates.forEach(
        (queue, codes) -> {
          var subject = bench.enqueue(codes.get(0), queue, null);
          var item = bench.claim(subject);
          bench.lab.start(bench.worker, item);
          for (var next : Arrays.asList(null, queue)) {
            var complete =
                Complete.of(InspectedTenant.key(), subject, bench.worker, item.leaseEuid())
                    .next(next, null);
            assertThat(bench.refused(() -> bench.lab.engine().execute(bench.lab.service, complete)))
                .as(queue)
                .isEqualTo(Code.DOMAIN_ACTION_REQUIRED);
          }
          assertThat(bench.queue(subject)).isEqualTo(queue);
        });
  }

  /** Source 000, 11.5: each step by derived visibility and by an action. */
  @ParameterizedTest
  @ValueSource(strings = {"ILMN", "ONT"})
  void wet_lab_queue_chain_regression(String platform) {
    var p = platform.toLowerCase(Locale.ROOT);
    var specimen = bench.specimen("extraction_prod");
    assertThat(bench.visible(specimen)).isTrue();
    assertThat(bench.queue(specimen)).isEqualTo("extraction_prod");

    var output = bench.extract(specimen);
    step(specimen, "create_extraction", ExecutionState.COMPLETED, null);
    assertThat(bench.evidence.parents(output, WetLabLinks.EXTRACTED_INTO))
        .containsExactly(specimen);
    born(output, "create_extraction", "post_extract_qc");

    bench.passQc(output, p + "_lib_prep");
    step(output, "record_post_extract_qc", ExecutionState.READY, p + "_lib_prep");

    var library = bench.prepare(output, platform);
    step(output, "create_library_prep", ExecutionState.COMPLETED, null);
    assertThat(bench.evidence.parents(library, WetLabLinks.PREPARED_INTO)).containsExactly(output);
    born(library, "create_library_prep", p + "_lib_qc");

    bench.passLibraryQc(library);
    step(library, "record_library_qc", ExecutionState.READY, p + "_seq_pool");

    var other = bench.library(platform);
    var pool = bench.pool(platform, library, other);
    step(library, "create_pool", ExecutionState.COMPLETED, null);
    step(other, "create_pool", ExecutionState.COMPLETED, null);
    assertThat(bench.evidence.parents(pool, WetLabLinks.POOLED_INTO))
        .containsExactly(library, other);
    born(pool, "create_pool", p + "_start_seq_run");

    var run =
        bench.perform(
            "create_run",
            pool,
            PackFixture.fields(
                ("{'platform':'%s','flowcell_id':'FC1','status':'started','assignments':"
                        + "[{'lane':'1','library_barcode':'B1','library_prep_output_euid':'%s'}],"
                        + "'artifacts':[{'artifact_type':'fastq','bucket':'b','filename':'f',"
                        + "'lane':'1','library_barcode':'B1'},"
                        + "{'artifact_type':'log','bucket':'b','filename':'g'}]}")
                    .formatted(platform, library)));
    step(pool, "create_run", ExecutionState.COMPLETED, null);
    var runEuid = PackFixture.told(run, "run_euid");
    assertThat(bench.evidence.parents(runEuid, WetLabLinks.SEQUENCED_IN)).containsExactly(pool);
    assertThat(bench.evidence.children(runEuid, WetLabLinks.RUN_ASSIGNMENT)).hasSize(1);
    assertThat(bench.evidence.children(library, WetLabLinks.ASSIGNED_IN))
        .isEqualTo(bench.evidence.children(runEuid, WetLabLinks.RUN_ASSIGNMENT));
    assertThat(run.document().path("artifact_count").asInt()).isEqualTo(2);
    var artifacts = bench.evidence.children(runEuid, WetLabLinks.RUN_ARTIFACT);
    assertThat(artifacts).hasSize(2);
    assertThat(
            bench.evidence.children(
                bench.evidence.children(library, WetLabLinks.ASSIGNED_IN).get(0),
                WetLabLinks.ASSIGNMENT_ARTIFACT))
        .as("the file of a lane and barcode leads to its library by lineage alone")
        .containsExactly(artifacts.get(0));
    assertThat(new InvariantChecker(bench.lab.engine()).check(bench.lab.tenantId())).isEmpty();
  }

  /** Checks state, queue and visibility of a subject, and its last action. */
  private static void step(String subject, String action, ExecutionState state, String queue) {
    assertThat(bench.state(subject)).isEqualTo(state);
    assertThat(bench.queue(subject)).isEqualTo(queue);
    assertThat(bench.visible(subject)).isEqualTo(queue != null);
    var last = bench.evidence.lastAction(subject);
    assertThat(last.actionKey().wire()).isEqualTo(action);
    assertThat(last.toState()).isEqualTo(state);
    assertThat(last.actor()).isEqualTo("robot");
    assertThat(last.workerEuid()).isEqualTo(bench.worker);
    assertThat(last.leaseEuid()).isNotNull();
  }

  /** A new piece of work, with an action and one event of its own. */
  private static void born(String subject, String action, String queue) {
    assertThat(bench.visible(subject)).isTrue();
    assertThat(bench.queue(subject)).isEqualTo(queue);
    var actions = bench.evidence.actions(subject);
    assertThat(actions).hasSize(1);
    assertThat(actions.get(0).actionKey().wire()).isEqualTo(action);
    assertThat(actions.get(0).events()).hasSize(1);
    assertThat(actions.get(0).events().get(0).type().wire()).isEqualTo("job_enqueued");
    assertThat(actions.get(0).workerEuid()).isEqualTo(bench.worker);
  }

  @Test
  void a_stage_takes_its_subject_up_in_the_same_transaction() {
    var specimen = bench.specimen("extraction_rnd");
    bench.atOnce(
        "create_extraction",
        specimen,
        PackFixture.fields("{'well_name':'B2','extraction_type':'cfdna'}"));
    var actions = bench.evidence.actions(specimen);
    assertThat(actions.stream().map(note -> note.actionKey().wire()))
        .containsExactly("enqueue_subject", "claim_queue_item", "create_extraction");
    assertThat(bench.evidence.transactions(actions.get(1).leaseEuid(), actions.get(1).recordEuid()))
        .isEqualTo(1);
    assertThat(bench.state(specimen)).isEqualTo(ExecutionState.COMPLETED);
  }

  @Test
  void a_failed_qc_holds_the_output_with_a_hold_object_and_a_reason() {
    var output = bench.extract(bench.specimen("extraction_prod"));
    var failed =
        bench.perform(
            "record_post_extract_qc",
            output,
            PackFixture.fields("{'passed':false,'metrics':{'ng':1}}"));
    assertThat(bench.state(output)).isEqualTo(ExecutionState.HELD);
    assertThat(bench.visible(output)).isFalse();
    assertThat(failed.holdEuid()).isNotNull();
    var hold = bench.lab.subject(output).activeHolds().get(0);
    assertThat(Json.print(hold)).contains("post-extract QC failed", "ng");
    assertThat(bench.evidence.properties(failed.holdEuid()).path("hold_code").asString())
        .isEqualTo("QC_FAILED");
    assertThat(bench.evidence.children(output, WetLabLinks.QC_RECORD)).hasSize(1);

    bench.lab.releaseHold(failed.holdEuid());
    bench.passQc(output, "ont_lib_prep");
    assertThat(bench.queue(output)).isEqualTo("ont_lib_prep");
  }

  /** Execution keeps what was measured and does what it is told; who judges is elsewhere. */
  @Test
  void a_verdict_is_what_was_said_whatever_was_measured() {
    var poor = bench.extract(bench.specimen("extraction_prod"));
    bench.perform(
        "record_post_extract_qc",
        poor,
        PackFixture.fields("{'passed':true,'next_queue':'ont_lib_prep','metrics':{'ng':0}}"));
    assertThat(bench.queue(poor)).isEqualTo("ont_lib_prep");
    var rich = bench.extract(bench.specimen("extraction_prod"));
    bench.perform(
        "record_post_extract_qc",
        rich,
        PackFixture.fields("{'passed':false,'metrics':{'ng':900}}"));
    assertThat(bench.state(rich)).isEqualTo(ExecutionState.HELD);
    var kept = bench.evidence.children(rich, WetLabLinks.QC_RECORD).get(0);
    assertThat(bench.evidence.properties(kept).toString()).contains("900");
  }

  @Test
  void what_was_done_says_with_which_instrument_and_reagents() {
    var operator = bench.lab.operator;
    var instrument =
        PackFixture.told(
            bench.about(
                operator,
                "register_resource",
                null,
                null,
                PackFixture.fields("{'kind':'instrument','name':'Chemagic 360'}")),
            "resource_euid");
    var reagent =
        PackFixture.told(
            bench.about(
                operator,
                "register_resource",
                null,
                null,
                PackFixture.fields("{'kind':'reagent','name':'Lot 7'}")),
            "resource_euid");
    var specimen = bench.specimen("extraction_prod");
    var fields = PackFixture.fields("{'well_name':'A1','extraction_type':'gdna'}");
    fields.put("instrument_euid", instrument).set("reagent_euids", Json.tree(List.of(reagent)));
    var done = bench.perform("create_extraction", specimen, fields);

    var process = PackFixture.told(done, "extraction_run_euid");
    assertThat(bench.evidence.parents(process, WetLabLinks.PROCESSED_IN)).containsExactly(specimen);
    assertThat(bench.evidence.children(process, WetLabLinks.USED_INSTRUMENT))
        .containsExactly(instrument);
    assertThat(bench.evidence.children(process, WetLabLinks.USED_REAGENT)).containsExactly(reagent);
    assertThat(bench.evidence.children(process, WetLabLinks.PRODUCED))
        .containsExactly(PackFixture.told(done, "extraction_output_euid"));
    assertThat(bench.evidence.parents(process, "executed_on")).containsExactly(done.actionEuid());
  }

  @Test
  void the_same_request_again_is_answered_the_same_and_changes_nothing() {
    var specimen = bench.specimen("extraction_prod");
    var fields = PackFixture.fields("{'well_name':'A1','extraction_type':'gdna'}");
    var ask =
        PerformAction.of(
            InspectedTenant.key(), "create_extraction", specimen, bench.worker, null, fields);
    var first = bench.lab.engine().execute(bench.lab.service, ask);
    var again = bench.lab.engine().execute(bench.lab.service, ask);
    assertThat(again.replayed()).isTrue();
    assertThat(again.document()).isEqualTo(first.document());
    assertThat(bench.evidence.children(specimen, WetLabLinks.EXTRACTED_INTO)).hasSize(1);
  }
}
