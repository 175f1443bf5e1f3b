package io.tapline.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapline.api.ExecutionState;
import io.tapline.api.SubjectItem;
import io.tapline.api.WorkflowView;
import io.tapline.api.request.CreateQueue;
import io.tapline.api.request.QueueFields;
import io.tapline.client.api.DeadLetterFilter;
import io.tapline.client.api.HoldFilter;
import io.tapline.client.api.QueueFilter;
import io.tapline.client.api.WorkerFilter;
import io.tapline.client.api.WorkflowFilter;
import io.tapline.engine.check.InvariantChecker;
import io.tapline.packs.compute.ComputePack;
import io.tapline.packs.wetlab.WetLabTemplates;
import io.tapline.server.CompanionRunner;
import io.tapline.server.Server;
import io.tapline.server.base.StartupRefused;
import io.tapline.server.testing.TaplineServer;
import io.tapline.server.testing.TestTapline;
import io.tapline.tapdb.Tenant;
import io.tapline.tapdb.Tenants;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The seeded lab before any worker starts. */
@TaplineServer
class LabSeedingTest {

  private static TestTapline tapline;
  private static DemoClients demoClients;
  private static SimulatedLab lab;
  private static boolean seeded;

  @BeforeAll
  static void seed(TestTapline started) throws InterruptedException {
    tapline = started;
    demoClients = new DemoClients(tapline.address(), "acme-admin");
    lab = SimulatedLab.open(demoClients, new DemoSpeed(1));
    new DemoQueues(lab).hasten();
    new IdleMachines(lab).place();
    seeded = new LabSeeding(lab).seed();
  }

  @AfterAll
  static void close() {
    demoClients.close();
  }

  private static List<SubjectItem> all(String templateCode) {
    return VisitorFigures.of(demoClients.admin(), templateCode);
  }

  private static int specimens(SpecimenStage... stages) {
    return Arrays.stream(stages).mapToInt(SpecimenStage::specimens).sum();
  }

  @Test
  void some_hundreds_of_specimens_from_three_sites_for_two_platforms() {
    assertThat(seeded).isTrue();
    var specimens = all(WetLabTemplates.SPECIMEN);
    assertThat(specimens).hasSize(200).allMatch(item -> item.subjectName().startsWith("DEMO-"));
    assertThat(specimens).extracting(SubjectItem::subjectName).doesNotHaveDuplicates();
    assertThat(specimens.stream().map(SubjectItem::site).collect(Collectors.toSet()))
        .containsExactlyInAnyOrder("BSL", "BOS", "SIN");
    assertThat(specimens.stream().map(SubjectItem::platform).collect(Collectors.toSet()))
        .containsExactlyInAnyOrder("ILMN", "ONT");
  }

  @Test
  void they_are_in_all_stages() {
    var specimens = all(WetLabTemplates.SPECIMEN);
    assertThat(VisitorFigures.in(specimens, ExecutionState.READY))
        .isEqualTo(specimens(SpecimenStage.RECEIVED));
    assertThat(VisitorFigures.in(specimens, ExecutionState.HELD))
        .isEqualTo(specimens(SpecimenStage.STOPPED_BY_OFFICE));
    assertThat(VisitorFigures.in(specimens, ExecutionState.CANCELED))
        .isEqualTo(specimens(SpecimenStage.WITHDRAWN));
    assertThat(VisitorFigures.in(specimens, ExecutionState.FAILED_TERMINAL))
        .isEqualTo(specimens(SpecimenStage.UNUSABLE));
    assertThat(VisitorFigures.in(specimens, ExecutionState.FAILED_RETRYABLE))
        .isEqualTo(specimens(SpecimenStage.TO_BE_TRIED_AGAIN));
    var extracts = all(WetLabTemplates.EXTRACTION_OUTPUT);
    assertThat(VisitorFigures.in(extracts, ExecutionState.READY))
        .isEqualTo(specimens(SpecimenStage.EXTRACTED, SpecimenStage.PASSED));
    assertThat(VisitorFigures.in(extracts, ExecutionState.HELD))
        .isEqualTo(specimens(SpecimenStage.LOW_YIELD));
    var libraries = all(WetLabTemplates.LIBRARY);
    assertThat(VisitorFigures.in(libraries, ExecutionState.READY))
        .isEqualTo(specimens(SpecimenStage.PREPARED, SpecimenStage.TO_BE_POOLED));
    assertThat(VisitorFigures.in(libraries, ExecutionState.HELD))
        .isEqualTo(specimens(SpecimenStage.DIMERS));
    var pools = all(WetLabTemplates.POOL);
    assertThat(VisitorFigures.in(pools, ExecutionState.READY))
        .isEqualTo(specimens(SpecimenStage.POOLED) / LabSeeding.POOL);
    assertThat(VisitorFigures.in(pools, ExecutionState.COMPLETED))
        .isEqualTo(specimens(SpecimenStage.SEQUENCED) / LabSeeding.POOL);
    assertThat(all(ComputePack.REQUEST))
        .extracting(SubjectItem::state)
        .contains(
            ExecutionState.READY,
            ExecutionState.WAITING_EXTERNAL,
            ExecutionState.COMPLETED,
            ExecutionState.FAILED_TERMINAL);
  }

  @Test
  void every_queue_of_the_lab_has_work() {
    var queues =
        demoClients.admin().queues().list(QueueFilter.all().limit(100)).items().stream()
            .filter(queue -> !queue.requiredWorkerCapabilities().isEmpty())
            .toList();
    assertThat(queues).hasSizeGreaterThanOrEqualTo(12);
    assertThat(queues).allSatisfy(queue -> assertThat(queue.queueDepth()).isPositive());
  }

  @Test
  void workflows_of_two_kinds_begin_one_of_them_again_and_again() {
    new LabWorkflows(lab).open();
    var round = new RepeatedWorkflows(lab);
    round.once();
    round.once();
    var workflows = demoClients.admin().workflows();
    var reports = workflows.runs(LabWorkflows.REPORT, WorkflowFilter.all().limit(10)).items();
    assertThat(reports).hasSize(RepeatedWorkflows.FIRST);
    assertThat(reports).allSatisfy(run -> assertThat(run.steps()).hasSize(8));
    var batches = workflows.list(WorkflowFilter.all().kind(LabWorkflows.REANALYSIS)).items();
    assertThat(batches).singleElement().extracting(WorkflowView::jobCount).isEqualTo(75);
    demoClients.admin().workflows().cancel(reports.get(0).workflow().workflowId(), "enough of it");
    round.once();
    assertThat(workflows.list(WorkflowFilter.all().kind(LabWorkflows.REPORT)).items())
        .extracting(WorkflowView::correlationId)
        .startsWith("report-" + (RepeatedWorkflows.FIRST + 1));
  }

  @Test
  void a_visitors_queue_is_left_as_the_visitor_made_it() {
    demoClients
        .admin()
        .queues()
        .create(
            new CreateQueue(
                null,
                "visitor",
                QueueFields.builder()
                    .subjectTemplateCodes(List.of("data/execution/task/1.0"))
                    .leaseTtlSeconds(77)
                    .build()));
    new DemoQueues(lab).hasten();
    assertThat(demoClients.admin().queues().get("visitor").leaseTtlSeconds()).isEqualTo(77);
  }

  @Test
  void holds_and_dead_letters_say_why() {
    assertThat(
            demoClients.admin().holds().list(HoldFilter.all().status("ACTIVE").limit(100)).items())
        .hasSize(
            specimens(
                SpecimenStage.STOPPED_BY_OFFICE, SpecimenStage.LOW_YIELD, SpecimenStage.DIMERS))
        .allSatisfy(hold -> assertThat(hold.reason()).hasSizeGreaterThan(20));
    assertThat(
            demoClients
                .admin()
                .deadLetters()
                .list(DeadLetterFilter.all().resolution("OPEN").limit(100))
                .items())
        .hasSize(specimens(SpecimenStage.UNUSABLE, SpecimenStage.NOT_PREPARABLE) + 1)
        .allSatisfy(letter -> assertThat(letter.errorMessage()).hasSizeGreaterThan(20));
  }

  @Test
  void someone_is_offline_and_someone_is_draining() {
    tapline.advance(Duration.ofSeconds(60));
    assertThat(demoClients.admin().workers().list(WorkerFilter.all().limit(100)).items())
        .extracting(worker -> worker.effectiveStatus())
        .contains("OFFLINE", "DRAINING");
  }

  @Test
  void what_was_made_from_a_specimen_is_told() {
    var pool = all(WetLabTemplates.POOL).get(0).subjectEuid();
    assertThat(demoClients.admin().subjects().lineage(pool, 6, "up").nodes())
        .extracting(node -> node.templateCode())
        .contains(
            WetLabTemplates.SPECIMEN, WetLabTemplates.EXTRACTION_OUTPUT, WetLabTemplates.LIBRARY);
  }

  @Test
  void once_is_enough() throws InterruptedException {
    var before = all(WetLabTemplates.SPECIMEN).size();
    assertThat(new LabSeeding(lab).seed()).isFalse();
    assertThat(all(WetLabTemplates.SPECIMEN)).hasSize(before);
  }

  /** The tenants here are none of the demo's. */
  @Test
  void a_database_with_other_tenants_is_refused_and_left_as_it_is() {
    for (var tokens : List.of(TestTapline.TOKENS, "", "t-demo=demo/admin")) {
      var settings = SimulatedServer.settings(tapline.scratch(), Path.of("unused"), tokens);
      assertThatThrownBy(() -> Server.start(settings, CompanionRunner.of("demo", 1)))
          .isInstanceOf(StartupRefused.class)
          .hasMessageContaining("[acme, other]")
          .hasMessageContaining("--data");
    }
    assertThat(new Tenants(tapline.server().database().owner()).all())
        .extracting(Tenant::key)
        .containsExactlyInAnyOrder("acme", "other");
  }

  @Test
  void the_evidence_is_whole() {
    assertThat(new InvariantChecker(tapline.engine()).check(tapline.tenantId("acme"))).isEmpty();
  }
}
