package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.ExecutionState;
import io.tapline.api.LineageView;
import io.tapline.api.OnFailure;
import io.tapline.api.WorkflowStatus;
import io.tapline.api.request.Claim;
import io.tapline.api.request.Complete;
import io.tapline.api.request.CreateWorkflow;
import io.tapline.api.request.CreateWorkflow.WorkflowStep;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.EnqueueLinks;
import io.tapline.api.request.EnqueueLinksBuilder;
import io.tapline.api.request.RequestMeta;
import io.tapline.engine.check.InvariantChecker;
import io.tapline.engine.decide.LinkTypes;
import io.tapline.engine.read.lineage.LineageDirection;
import io.tapline.engine.read.subject.SubjectFilter;
import io.tapline.engine.testing.AlteredRecord;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.engine.testing.InspectedTenantTest;
import io.tapline.tapdb.Json;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Objects that are linked to retired work find its tombstone. */
class RetiredLinksTest extends InspectedTenantTest {

  private static final String BRIEF = "brief";

  @BeforeEach
  void brief() {
    lab.queue(
        BRIEF, InspectedTenant.fields(60, 3).toBuilder().retentionDays(1).evidenceDays(1).build());
  }

  @AfterEach
  void nothing_is_broken() {
    assertThat(new InvariantChecker(lab.engine()).check(lab.tenantId())).isEmpty();
    JobViewTest.assertAgreed(test, lab.tenantId());
  }

  private void retire(int expected) {
    test.advance(Duration.ofDays(1));
    lab.engine().cleanUp(lab.tenantId());
    test.advance(Duration.ofDays(1));
    assertThat(
            new EvidenceRetirement(lab.engine(), test.serving(), test.owner())
                .retire(lab.tenantId()))
        .isEqualTo(expected);
  }

  private void complete(String job) {
    var claim = Claim.subject(InspectedTenant.key(), worker, job);
    var lease = lab.engine().claim(lab.service, claim).claims().get(0);
    asService(Complete.of(InspectedTenant.key(), job, worker, lease.leaseEuid()));
  }

  private static Enqueue task(String queue) {
    return Enqueue.task(InspectedTenant.key(), queue, Json.object());
  }

  private String enqueue(String queue, EnqueueLinks links) {
    return asOperator(AlteredRecord.with(task(queue), "ties", links)).subjectEuid();
  }

  @Test
  void a_workflow_shows_its_retired_jobs_and_its_other_jobs_still_depend_on_them() {
    var steps =
        List.of(
            new WorkflowStep("good", task(BRIEF), List.of(), null),
            new WorkflowStep("slow", task(QUEUE), List.of(), null),
            new WorkflowStep("after", task(QUEUE), List.of("good", "slow"), OnFailure.FAIL),
            new WorkflowStep("cancelled", task(BRIEF), List.of(), null),
            new WorkflowStep("never", task(QUEUE), List.of("cancelled", "slow"), OnFailure.FAIL));
    var made =
        asOperator(
                new CreateWorkflow(
                    RequestMeta.key(InspectedTenant.key()), "pipeline", "MOT:x", "olga", steps))
            .document();
    var workflow = made.path("workflow_euid").asString();
    var good = made.path("jobs").path("good").asString();
    var slow = made.path("jobs").path("slow").asString();
    complete(good);
    lab.cancel(made.path("jobs").path("cancelled").asString(), false);
    retire(2);
    var running = lab.engine().reads().workflows().one(lab.tenantId(), workflow);
    assertThat(running.jobs()).hasSize(5);
    assertThat(running.edges()).hasSize(4);
    assertThat(running.jobs().get(0).workflow()).isEqualTo(workflow);
    assertThat(running.jobs().get(0).retiredAt()).isNotNull();

    var late =
        enqueue(
            QUEUE,
            EnqueueLinksBuilder.builder().workflow(workflow).dependsOn(List.of(good)).build());
    assertThat(lab.envelope(late).state()).isEqualTo(ExecutionState.READY);
    complete(slow);
    assertThat(lab.envelope(made.path("jobs").path("after").asString()).state())
        .isEqualTo(ExecutionState.READY);
    assertThat(lab.envelope(made.path("jobs").path("never").asString()).state().terminal())
        .as("a cancelled job that was retired still fails what depends on it")
        .isTrue();
    complete(made.path("jobs").path("after").asString());
    complete(late);
    var ended = lab.engine().reads().workflows().one(lab.tenantId(), workflow);
    assertThat(ended.status()).isEqualTo(WorkflowStatus.CANCELLED);
    assertThat(ended.finishedAt()).isNotNull();
  }

  @Test
  void a_job_names_its_retired_parent_also_if_it_is_enqueued_later() {
    var parent = lab.enqueue(BRIEF);
    var links = EnqueueLinksBuilder.builder().parentJob(parent).build();
    var before = enqueue(QUEUE, links);
    complete(parent);
    retire(1);
    var after = enqueue(QUEUE, links);
    for (var child : List.of(before, after)) {
      assertThat(lab.engine().reads().substrate().one(lab.tenantId(), child).parentJob())
          .isEqualTo(parent);
    }
    assertThat(evidence.children(parent, LinkTypes.PARENT_JOB)).containsExactly(before, after);
  }

  @Test
  void the_compensation_of_a_retired_job_ends_and_names_it() {
    lab.queue("undo");
    lab.queue(
        "made",
        InspectedTenant.fields(60, 3).toBuilder()
            .retentionDays(1)
            .evidenceDays(1)
            .compensationQueueKey("undo")
            .compensationActionKey("pour_back")
            .build());
    var job = lab.enqueue("made");
    lab.claimAndStart(worker, "made");
    lab.cancel(job, false);
    var undoing = evidence.children(job, LinkTypes.COMPENSATION).get(0);
    retire(1);
    complete(undoing);
    assertThat(lab.envelope(undoing).state()).isEqualTo(ExecutionState.COMPLETED);
    assertThat(lab.engine().reads().substrate().one(lab.tenantId(), undoing).parentJob())
        .isEqualTo(job);
    assertThat(lab.subject(undoing).lineage().parents())
        .anySatisfy(parent -> assertThat(parent.euid()).isEqualTo(job));
  }

  @Test
  void lineage_and_the_search_by_euid_show_retired_work_and_its_lists_of_evidence_are_empty() {
    var output = lab.enqueue(QUEUE);
    var source = lab.enqueue(BRIEF);
    var claim = Claim.subject(InspectedTenant.key(), worker, source);
    var lease = lab.engine().claim(lab.service, claim).claims().get(0).leaseEuid();
    asService(
        AlteredRecord.with(
            Complete.of(InspectedTenant.key(), source, worker, lease), "outputs", List.of(output)));
    retire(1);
    var reads = lab.engine().reads();
    var lineage = reads.lineage().lineageOf(lab.tenantId(), output, LineageDirection.UP, 3);
    assertThat(lineage.nodes())
        .filteredOn(node -> node.euid().equals(source))
        .extracting(LineageView.Node::state)
        .containsExactly(ExecutionState.COMPLETED);
    var found = reads.subjectLists().page(lab.tenantId(), SubjectFilter.search(source), 10, null);
    assertThat(found.found())
        .singleElement()
        .satisfies(one -> assertThat(one.euid()).isEqualTo(source));
    assertThat(found.items())
        .singleElement()
        .satisfies(one -> assertThat(one.subjectEuid()).isEqualTo(source));
    assertThat(reads.subjectLists().page(lab.tenantId(), SubjectFilter.NONE, 10, null).items())
        .as("lists show kept work")
        .extracting(item -> item.subjectEuid())
        .contains(output)
        .doesNotContain(source);
    var history = reads.history().historyOf(lab.tenantId(), source);
    assertThat(history.actions()).isEmpty();
    assertThat(history.leases()).isEmpty();
    assertThat(history.records()).isEmpty();
  }
}
