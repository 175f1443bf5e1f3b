package io.tapline.packs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.Code;
import io.tapline.api.ExecutionState;
import io.tapline.api.request.Dispatch;
import io.tapline.api.request.ExternalResultBuilder;
import io.tapline.api.request.PerformAction;
import io.tapline.api.request.RequestMeta;
import io.tapline.api.request.Requeue;
import io.tapline.api.request.StatePrecondition;
import io.tapline.engine.check.InvariantChecker;
import io.tapline.engine.model.ActionAnswer;
import io.tapline.engine.read.evidence.SubjectHistory;
import io.tapline.engine.testing.AlteredRecord;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.packs.compute.ComputePack;
import io.tapline.tapdb.Json;
import io.tapline.testkit.engine.ScratchEngine;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The compute pack on the engine: work whose results are data. */
class ComputeFlowTest {

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

  private static String request() {
    return bench.enqueue(ComputePack.REQUEST, ComputePack.DISPATCH, "start_analysis_run");
  }

  private static ActionAnswer under(String action, String subject, String lease, String fields) {
    return bench
        .lab
        .engine()
        .execute(
            bench.lab.service,
            PerformAction.of(
                InspectedTenant.key(),
                action,
                subject,
                bench.worker,
                lease,
                PackFixture.fields(fields)));
  }

  /** Source 000, 11.5. */
  @Test
  void compute_execution_flow() {
    var request = request();
    assertThat(bench.visible(request)).isTrue();
    var lease = bench.claim(request).leaseEuid();
    assertThat(bench.visible(request)).isFalse();

    var run =
        PackFixture.told(
            under("start_analysis_run", request, lease, "{'pipeline':'wgs/2.1'}"),
            "analysis_run_euid");
    assertThat(bench.state(request)).isEqualTo(ExecutionState.RUNNING);
    assertThat(bench.evidence.status(lease)).isEqualTo("ACTIVE");

    var kept = under("record_analysis_artifacts", request, lease, ARTIFACTS);
    assertThat(bench.state(request)).isEqualTo(ExecutionState.READY);
    assertThat(bench.queue(request)).isEqualTo(ComputePack.QC);
    assertThat(bench.visible(request)).isTrue();
    assertThat(bench.evidence.children(run, ComputePack.ANALYSIS_ARTIFACT)).hasSize(1);
    assertThat(kept.document().path("artifact_euids").size()).isEqualTo(1);

    bench.perform("record_analysis_qc", request, PackFixture.fields("{'passed':true}"));
    assertThat(bench.state(request)).isEqualTo(ExecutionState.COMPLETED);
    assertThat(bench.evidence.actions(request).stream().map(note -> note.actionKey().wire()))
        .containsExactly(
            "enqueue_subject",
            "claim_queue_item",
            "start_analysis_run",
            "record_analysis_artifacts",
            "claim_queue_item",
            "record_analysis_qc");
    assertThat(new InvariantChecker(bench.lab.engine()).check(bench.lab.tenantId())).isEmpty();
  }

  /** Source 000, 11.5: against what is there, with lineage and history as they were. */
  @Test
  void artifact_reprocessing_compatibility() {
    var request = request();
    var lease = bench.claim(request).leaseEuid();
    under("start_analysis_run", request, lease, "{'pipeline':'wgs/2.1'}");
    var artifact =
        under(
                "record_analysis_artifacts",
                request,
                lease,
                ARTIFACTS.replace("]}", "],'requires_qc':false}"))
            .document()
            .path("artifact_euids")
            .get(0)
            .asString();
    assertThat(bench.state(request)).isEqualTo(ExecutionState.COMPLETED);
    var before = bench.evidence.actions(request);
    var history = history(request);
    var attempts = rows(history.leases(), history.records());
    assertThat(attempts).hasSize(2);
    var objects = new ArrayList<>(attempts.keySet());
    objects.addAll(List.of(request, artifact));
    objects.addAll(bench.evidence.children(request, ComputePack.ANALYSIS_RUN));
    var links = bench.evidence.links(objects);

    bench
        .lab
        .engine()
        .execute(
            bench.lab.operator,
            AlteredRecord.with(
                Requeue.of(InspectedTenant.key(), request, "new pipeline"),
                "queue_key",
                "compute_dispatch"));
    var again = bench.claim(request).leaseEuid();
    var second =
        PackFixture.told(
            under(
                "start_analysis_run",
                request,
                again,
                "{'pipeline':'wgs/3.0','input_euids':['" + artifact + "']}"),
            "analysis_run_euid");
    under("record_analysis_artifacts", request, again, ARTIFACTS);

    assertThat(bench.evidence.children(request, ComputePack.ANALYSIS_RUN)).hasSize(2);
    assertThat(bench.evidence.parents(second, ComputePack.ANALYSIS_INPUT))
        .containsExactly(artifact);
    assertThat(bench.evidence.children(second, ComputePack.ANALYSIS_ARTIFACT)).hasSize(1);
    assertThat(bench.evidence.actions(request).subList(0, before.size())).isEqualTo(before);
    // Each lease and each record of the first time says what it said, to readers and in its row.
    var after = history(request);
    assertThat(evidence(after.leases()).subList(0, history.leases().size()))
        .isEqualTo(evidence(history.leases()));
    assertThat(after.records().subList(0, history.records().size())).isEqualTo(history.records());
    assertThat(after.leases()).hasSize(history.leases().size() + 1);
    assertThat(rows(history.leases(), history.records())).isEqualTo(attempts);
    assertThat(bench.evidence.links(objects)).containsAll(links).hasSizeGreaterThan(links.size());
    assertThat(
            bench.lab.count(
                "generic_instance i join tapline.generic_template t on t.tenant_id = i.tenant_id"
                    + " and t.uid = i.template_uid where i.tenant_id = ?"
                    + " and t.template_code like 'content/%'",
                bench.lab.tenantId()))
        .as("nothing of the bench")
        .isZero();
  }

  /** Without how the subject stands today, which is looked up and no part of the lease. */
  private static List<JsonNode> evidence(List<JsonNode> leases) {
    return leases.stream()
        .<JsonNode>map(lease -> ((ObjectNode) lease.deepCopy()).without("subject_lookup_state"))
        .toList();
  }

  private static SubjectHistory history(String subject) {
    return bench.lab.engine().reads().history().historyOf(bench.lab.tenantId(), subject);
  }

  /** The properties in the rows of leases and records. */
  private static Map<String, JsonNode> rows(List<JsonNode> leases, List<JsonNode> records) {
    var rows = new LinkedHashMap<String, JsonNode>();
    for (var lease : leases) {
      rows.put(lease.get("lease_euid").asString(), null);
    }
    for (var record : records) {
      rows.put(record.get("record_euid").asString(), null);
    }
    rows.replaceAll((euid, none) -> bench.evidence.properties(euid));
    return rows;
  }

  @Test
  void what_failed_qc_has_failed_for_good() {
    var request = request();
    var lease = bench.claim(request).leaseEuid();
    under("start_analysis_run", request, lease, "{'pipeline':'wgs/2.1'}");
    under("record_analysis_artifacts", request, lease, ARTIFACTS);
    var failed =
        bench.perform("record_analysis_qc", request, PackFixture.fields("{'passed':false}"));
    assertThat(bench.state(request)).isEqualTo(ExecutionState.FAILED_TERMINAL);
    assertThat(failed.deadLetterEuid()).isNotNull();
  }

  @Test
  void artifacts_come_from_a_run() {
    var request = request();
    assertThat(
            bench.refused(
                () ->
                    bench.atOnce(
                        "record_analysis_artifacts", request, PackFixture.fields(ARTIFACTS))))
        .isEqualTo(Code.STATE_CONFLICT);
  }

  @Test
  void a_run_on_a_cluster_goes_out_and_comes_back() {
    var request = request();
    var lease = bench.claim(request).leaseEuid();
    under("start_analysis_run", request, lease, "{'pipeline':'wgs/2.1'}");
    var engine = bench.lab.engine();
    engine.execute(
        bench.lab.service,
        new Dispatch(
            RequestMeta.key(InspectedTenant.key()),
            request,
            bench.worker,
            lease,
            StatePrecondition.NOTHING,
            "slurm-17",
            null,
            null));
    assertThat(bench.state(request)).isEqualTo(ExecutionState.WAITING_EXTERNAL);
    engine.execute(
        bench.lab.operator,
        ExternalResultBuilder.builder()
            .meta(RequestMeta.key(InspectedTenant.key()))
            .subjectEuid(request)
            .expect(StatePrecondition.NOTHING)
            .externalRef("slurm-17")
            .outcome(ExecutionState.READY)
            .nextActionKey("record_analysis_artifacts")
            .resultPayload(Json.object().put("exit", 0))
            .build());
    assertThat(bench.visible(request)).isTrue();
    bench.perform("record_analysis_artifacts", request, PackFixture.fields(ARTIFACTS));
    assertThat(bench.queue(request)).isEqualTo(ComputePack.QC);
    assertThat(List.of(bench.state(request))).containsExactly(ExecutionState.READY);
  }
}
