package io.tapline.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.ExecutionState;
import io.tapline.api.LineageView;
import io.tapline.api.SubjectItem;
import io.tapline.api.WorkflowStatus;
import io.tapline.api.WorkflowView;
import io.tapline.api.request.CreateQueue;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.EnqueueBuilder;
import io.tapline.api.request.QueueFields;
import io.tapline.client.api.SubjectFilter;
import io.tapline.client.api.TokenFilter;
import io.tapline.client.api.TokenView;
import io.tapline.client.api.WorkerFilter;
import io.tapline.client.api.WorkerView;
import io.tapline.client.api.WorkflowFilter;
import io.tapline.engine.check.InvariantChecker;
import io.tapline.engine.testing.Await;
import io.tapline.packs.compute.ComputePack;
import io.tapline.packs.wetlab.WetLabTemplates;
import io.tapline.postgres.TestServer;
import io.tapline.tapdb.Tenants;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The lab at work, at sixty times the speed at which people watch it. */
@Tag("soak")
class RunningLabTest {

  @TempDir Path folder;

  @Test
  void life_goes_on_ends_with_the_server_and_comes_back_without_being_seeded_twice() {
    try (var scratch = TestServer.database()) {
      int seen;
      Set<String> staff;
      try (var demo = SimulatedServer.start(scratch, folder)) {
        marked(demo);
        everyoneIsThere(demo);
        var own = visitorsWork(demo);
        int before = analysed(demo).size();
        Await.until(
            "analyses of what was sequenced while we looked on",
            () -> analysed(demo).size() > before + 2);
        wholeChain(demo);
        reported(demo);
        assertThat(demo.visitor.subjects().get(own).execution().state())
            .isEqualTo(ExecutionState.READY);
        seen = analysed(demo).size();
        staff = staff(demo);
      }
      nobodyIsLeft();
      try (var demo = SimulatedServer.start(scratch, folder)) {
        Await.until("more analyses", () -> analysed(demo).size() > seen);
        assertThat(names(demo)).doesNotHaveDuplicates();
        assertThat(names(demo)).filteredOn(name -> name.endsWith("-00001")).hasSize(1);
        inOrder(demo, staff);
      }
    }
  }

  /** In a queue that asks for nothing, so that any worker could take it that names no queue. */
  private static String visitorsWork(SimulatedServer demo) {
    demo.visitor
        .queues()
        .create(
            new CreateQueue(
                null,
                "visitor",
                QueueFields.builder()
                    .subjectTemplateCodes(List.of("data/execution/task/1.0"))
                    .build()));
    return demo.visitor
        .subjects()
        .enqueue(EnqueueBuilder.builder().templateCode(Enqueue.TASK).queueKey("visitor").build())
        .subjectEuid();
  }

  private static void marked(SimulatedServer demo) {
    var me = demo.visitor.http().get("/api/v1/me");
    assertThat(me.path("tenant").asString()).isEqualTo("demo");
    assertThat(me.path("roles").toString()).contains("admin");
    assertThat(me.path("notice").asString()).contains("simulated");
  }

  private static void everyoneIsThere(SimulatedServer demo) {
    Await.until(
        "workers online, offline and draining",
        () ->
            workers(demo).stream()
                .map(WorkerView::effectiveStatus)
                .collect(Collectors.toSet())
                .containsAll(List.of("ONLINE", "OFFLINE", "DRAINING")));
  }

  private static List<WorkerView> workers(SimulatedServer demo) {
    return demo.visitor.workers().list(WorkerFilter.all().limit(200)).items();
  }

  private static Set<String> analysed(SimulatedServer demo) {
    var done = SubjectFilter.all().template(ComputePack.REQUEST).state(ExecutionState.COMPLETED);
    return VisitorFigures.all(demo.visitor, done).stream()
        .map(SubjectItem::subjectEuid)
        .collect(Collectors.toSet());
  }

  /** One report was sent out, one could not be written. */
  private static void reported(SimulatedServer demo) {
    Await.until(
        "reports that were and were not sent out",
        () ->
            demo
                .visitor
                .workflows()
                .list(WorkflowFilter.all().kind(LabWorkflows.REPORT))
                .items()
                .stream()
                .map(WorkflowView::status)
                .collect(Collectors.toSet())
                .containsAll(List.of(WorkflowStatus.SUCCEEDED, WorkflowStatus.PARTIALLY_FAILED)));
  }

  /** From what was analysed back to the specimens. */
  private static void wholeChain(SimulatedServer demo) {
    var request = analysed(demo).iterator().next();
    var pool = demo.visitor.subjects().get(request).properties().path("pool_euid").asString();
    assertThat(demo.visitor.subjects().lineage(pool, 6, "up").nodes())
        .extracting(LineageView.Node::templateCode)
        .contains(
            WetLabTemplates.LIBRARY, WetLabTemplates.EXTRACTION_OUTPUT, WetLabTemplates.SPECIMEN);
  }

  private static List<String> names(SimulatedServer demo) {
    return VisitorFigures.of(demo.visitor, WetLabTemplates.SPECIMEN).stream()
        .map(SubjectItem::subjectName)
        .toList();
  }

  private static void nobodyIsLeft() {
    assertThat(Thread.getAllStackTraces().keySet())
        .noneMatch(thread -> thread.getName().startsWith("demo-"));
  }

  /**
   * Workers and tokens of the earlier start have ended, and the evidence of both starts is
   * complete.
   */
  private static void inOrder(SimulatedServer demo, Set<String> earlierWorkers) {
    assertThat(workers(demo))
        .filteredOn(worker -> earlierWorkers.contains(worker.workerEuid()))
        .isNotEmpty()
        .allMatch(worker -> worker.effectiveStatus().equals("RETIRED"));
    assertThat(demo.visitor.tokens().list(TokenFilter.all().status("ACTIVE")).items())
        .extracting(TokenView::name)
        .containsExactlyInAnyOrder("first-admin", "demo-lab-floor", "demo-lab-office");
    var tenant = new Tenants(demo.server.database().owner()).byKey("demo").orElseThrow();
    assertThat(tenant.displayName()).contains("simulated");
    assertThat(new InvariantChecker(demo.server.engine()).check(tenant.id())).isEmpty();
  }

  private static Set<String> staff(SimulatedServer demo) {
    return workers(demo).stream()
        .filter(worker -> LabWorkers.BUILD.equals(worker.buildVersion()))
        .map(WorkerView::workerEuid)
        .collect(Collectors.toSet());
  }
}
