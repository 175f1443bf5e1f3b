package io.tapline.engine;

import static io.tapline.api.ExecutionState.CANCELED;
import static io.tapline.api.ExecutionState.COMPLETED;
import static io.tapline.api.ExecutionState.FAILED_TERMINAL;
import static io.tapline.api.ExecutionState.HELD;
import static io.tapline.api.ExecutionState.PENDING;
import static io.tapline.api.ExecutionState.READY;
import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.Code;
import io.tapline.api.ErrorClass;
import io.tapline.api.ExecutionState;
import io.tapline.api.OnFailure;
import io.tapline.api.WorkflowStatus;
import io.tapline.api.request.Cancel;
import io.tapline.api.request.Claim;
import io.tapline.api.request.Complete;
import io.tapline.api.request.CreateWorkflow;
import io.tapline.api.request.CreateWorkflow.WorkflowStep;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.EnqueueBuilder;
import io.tapline.api.request.EnqueueLinks;
import io.tapline.api.request.EnqueueLinksBuilder;
import io.tapline.api.request.Fail;
import io.tapline.api.request.ReleaseHold;
import io.tapline.api.request.RequestMeta;
import io.tapline.api.request.Requeue;
import io.tapline.api.request.StatePrecondition;
import io.tapline.engine.check.InvariantChecker;
import io.tapline.engine.testing.AlteredRecord;
import io.tapline.engine.testing.BackgroundTask;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.engine.testing.InspectedTenantTest;
import io.tapline.tapdb.Json;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Jobs that depend on each other. */
class WorkflowTest extends InspectedTenantTest {

  @AfterEach
  void nothing_is_broken() {
    assertThat(new InvariantChecker(lab.engine()).check(lab.tenantId())).isEmpty();
  }

  private static WorkflowStep step(String name, OnFailure onFailure, String... after) {
    return new WorkflowStep(
        name,
        Enqueue.task(InspectedTenant.key(), InspectedTenant.QUEUE, Json.object()),
        List.of(after),
        onFailure);
  }

  private JsonNode workflow(WorkflowStep... steps) {
    return asOperator(
            new CreateWorkflow(
                RequestMeta.key(InspectedTenant.key()),
                "pipeline",
                "MOT:x",
                "olga",
                List.of(steps)))
        .document();
  }

  private static String job(JsonNode workflow, String name) {
    return workflow.path("jobs").path(name).asString();
  }

  private ExecutionState state(JsonNode workflow, String name) {
    return lab.envelope(job(workflow, name)).state();
  }

  private WorkflowStatus status(JsonNode workflow) {
    var id = workflow.path("workflow_euid").asString();
    return lab.engine().reads().workflows().one(lab.tenantId(), id).status();
  }

  private void complete(String job) {
    var lease =
        lab.engine().claim(lab.service, Claim.subject(InspectedTenant.key(), worker, job)).claims();
    asService(Complete.of(InspectedTenant.key(), job, worker, lease.get(0).leaseEuid()));
  }

  private void fail(String job) {
    var lease =
        lab.engine().claim(lab.service, Claim.subject(InspectedTenant.key(), worker, job)).claims();
    asService(
        Fail.of(
            InspectedTenant.key(),
            job,
            worker,
            lease.get(0).leaseEuid(),
            ErrorClass.PERMANENT_INPUT,
            "bad"));
  }

  /** The views derive the EUIDs that the engine answered. */
  @Test
  void the_row_of_a_job_has_uids_and_the_views_show_its_euids() throws SQLException {
    var made = workflow(step("a", null));
    var claimed = lab.claim(worker, InspectedTenant.QUEUE, 1, true).claims().get(0);
    try (var admin = test.admin();
        var statement =
            admin.prepareStatement(
                "select to_jsonb(s)::text, i.euid, i.last_record_euid, i.workflow_euid, g.json_addl"
                    + " #>> '{properties,execution,last_execution_record_euid}', g.json_addl #>>"
                    + " '{properties,execution,workflow_euid}' from tapline.subject s join"
                    + " tapline.instance_subject i using (tenant_id, uid) join"
                    + " tapline.generic_instance g using (tenant_id, uid) where i.euid = ?")) {
      statement.setString(1, claimed.subjectEuid());
      try (var row = statement.executeQuery()) {
        assertThat(row.next()).isTrue();
        var workflow = made.path("workflow_euid").asString();
        assertThat(row.getString(1))
            .doesNotContain(claimed.subjectEuid(), claimed.recordEuid(), workflow);
        assertThat(row.getString(2)).isEqualTo(claimed.subjectEuid());
        assertThat(row.getString(3)).isEqualTo(claimed.recordEuid()).isEqualTo(row.getString(5));
        assertThat(row.getString(4)).isEqualTo(workflow).isEqualTo(row.getString(6));
      }
    }
  }

  @Test
  void a_job_becomes_ready_when_all_that_it_depends_on_have_succeeded() {
    var made =
        workflow(
            step("a", null), step("b", null, "a"), step("c", null, "a"), step("d", null, "b", "c"));
    assertThat(state(made, "a")).isEqualTo(READY);
    assertThat(state(made, "b")).isEqualTo(PENDING);
    complete(job(made, "a"));
    assertThat(state(made, "b")).isEqualTo(READY);
    assertThat(state(made, "c")).isEqualTo(READY);
    complete(job(made, "b"));
    assertThat(state(made, "d")).isEqualTo(PENDING);
    assertThat(status(made)).isEqualTo(WorkflowStatus.ACTIVE);
    complete(job(made, "c"));
    complete(job(made, "d"));
    assertThat(status(made)).isEqualTo(WorkflowStatus.SUCCEEDED);
    var view =
        lab.engine().reads().workflows().one(lab.tenantId(), made.path("workflow_euid").asString());
    assertThat(view.edges()).hasSize(4);
    assertThat(view.jobs()).extracting(j -> j.status()).containsOnly("succeeded");
    assertThat(view.finishedAt()).isNotNull();
  }

  @Test
  void what_a_failure_means_to_those_that_depend_on_it_is_theirs_to_say() {
    var made =
        workflow(
            step("a", null),
            step("fails", OnFailure.FAIL, "a"),
            step("falls", OnFailure.FAIL, "fails"),
            step("goes", OnFailure.CONTINUE, "a"),
            step("waits", OnFailure.WAIT, "a"));
    fail(job(made, "a"));
    assertThat(state(made, "fails")).isEqualTo(FAILED_TERMINAL);
    assertThat(state(made, "falls")).isEqualTo(FAILED_TERMINAL);
    assertThat(state(made, "goes")).isEqualTo(READY);
    assertThat(state(made, "waits")).isEqualTo(PENDING);
    assertThat(status(made)).isEqualTo(WorkflowStatus.ACTIVE);
    asOperator(Requeue.of(InspectedTenant.key(), job(made, "a"), "mended"));
    complete(job(made, "a"));
    assertThat(state(made, "waits")).isEqualTo(READY);
    complete(job(made, "waits"));
    complete(job(made, "goes"));
    assertThat(status(made)).isEqualTo(WorkflowStatus.PARTIALLY_FAILED);
  }

  @Test
  void what_depends_on_a_cancelled_job_is_cancelled() {
    var made = workflow(step("a", null), step("b", null, "a"));
    asOperator(
        new Cancel(
            RequestMeta.key(InspectedTenant.key()),
            job(made, "a"),
            StatePrecondition.NOTHING,
            false,
            "no"));
    assertThat(state(made, "b")).isEqualTo(CANCELED);
    assertThat(status(made)).isEqualTo(WorkflowStatus.CANCELLED);
  }

  /** As a crash leaves it: what it depends on is done, and nobody has looked since. */
  @Test
  void a_job_whose_look_was_lost_is_settled_by_the_sweep() {
    var made = workflow(step("a", null));
    complete(job(made, "a"));
    var links =
        EnqueueLinksBuilder.builder()
            .workflow(made.path("workflow_euid").asString())
            .dependsOn(List.of(job(made, "a")))
            .build();
    var late = lab.enqueueUnseen(late(links));
    assertThat(lab.envelope(late).state()).isEqualTo(PENDING);
    lab.engine().sweep(lab.tenantId());
    assertThat(lab.envelope(late).state()).isEqualTo(READY);
  }

  private static Enqueue late(EnqueueLinks links) {
    return EnqueueBuilder.builder()
        .meta(RequestMeta.key(InspectedTenant.key()))
        .templateCode(Enqueue.TASK)
        .subjectName("late")
        .queueKey(InspectedTenant.QUEUE)
        .ties(links)
        .build();
  }

  @Test
  void a_held_job_goes_on_once_it_is_let_go() {
    var made = workflow(step("a", null), step("b", null, "a"));
    var hold = lab.hold(job(made, "b")).holdEuid();
    complete(job(made, "a"));
    assertThat(state(made, "b")).isEqualTo(HELD);
    asOperator(
        new ReleaseHold(
            RequestMeta.key(InspectedTenant.key()), StatePrecondition.NOTHING, hold, "fine"));
    assertThat(state(made, "b")).isEqualTo(READY);
  }

  @Test
  void twenty_that_end_at_once_let_the_last_one_go_on_once() {
    var steps = new ArrayList<WorkflowStep>();
    var names = new ArrayList<String>();
    for (int i = 0; i < 20; i++) {
      names.add("p" + i);
      steps.add(step("p" + i, null));
    }
    steps.add(step("last", null, names.toArray(String[]::new)));
    var made = workflow(steps.toArray(WorkflowStep[]::new));
    CompletableFuture.allOf(
            names.stream()
                .map(name -> BackgroundTask.run(() -> complete(job(made, name))))
                .toArray(CompletableFuture[]::new))
        .join();
    lab.engine().sweep(lab.tenantId());
    assertThat(state(made, "last")).isEqualTo(READY);
    assertThat(lab.envelope(job(made, "last")).revision()).isEqualTo(2);
  }

  @Test
  void a_workflow_is_made_whole_or_not_at_all() {
    var bad =
        new WorkflowStep(
            "b", Enqueue.task(InspectedTenant.key(), "nowhere", Json.object()), List.of("a"), null);
    refused(Code.NOT_FOUND, "jobs.b.queue_key", () -> workflow(step("a", null), bad));
    refused(
        Code.VALIDATION_FAILED,
        "jobs.after",
        () -> workflow(step("a", null, "b"), step("b", null, "a")));
    refused(Code.VALIDATION_FAILED, "jobs.after", () -> workflow(step("a", null, "z")));
    refused(Code.VALIDATION_FAILED, "jobs.name", () -> workflow(step("a", null), step("a", null)));
    var taken = Enqueue.task(InspectedTenant.key(), InspectedTenant.QUEUE, Json.object());
    asOperator(taken);
    refused(
        Code.IDEMPOTENCY_CONFLICT,
        () -> workflow(step("a", null), new WorkflowStep("b", taken, List.of(), null)));
  }

  @Test
  void a_waiting_job_cannot_be_enqueued_early_but_an_operator_may_requeue_it() {
    var made = workflow(step("a", null), step("b", null, "a"));
    var b = job(made, "b");
    refused(
        Code.STATE_CONFLICT,
        () ->
            asOperator(
                EnqueueBuilder.builder()
                    .meta(RequestMeta.key(InspectedTenant.key()))
                    .subjectEuid(b)
                    .queueKey(InspectedTenant.QUEUE)
                    .build()));
    asOperator(Requeue.of(InspectedTenant.key(), b, "now"));
    assertThat(state(made, "b")).isEqualTo(READY);
  }

  @Test
  void the_status_of_a_workflow_is_what_its_jobs_say() {
    assertThat(WorkflowStatus.of(List.of())).isEqualTo(WorkflowStatus.ACTIVE);
    assertThat(WorkflowStatus.of(List.of(COMPLETED, PENDING))).isEqualTo(WorkflowStatus.ACTIVE);
    assertThat(WorkflowStatus.of(List.of(FAILED_TERMINAL, HELD))).isEqualTo(WorkflowStatus.ACTIVE);
    assertThat(WorkflowStatus.of(List.of(COMPLETED))).isEqualTo(WorkflowStatus.SUCCEEDED);
    assertThat(WorkflowStatus.of(List.of(FAILED_TERMINAL, CANCELED)))
        .isEqualTo(WorkflowStatus.FAILED);
    assertThat(WorkflowStatus.of(List.of(FAILED_TERMINAL, COMPLETED)))
        .isEqualTo(WorkflowStatus.PARTIALLY_FAILED);
    assertThat(WorkflowStatus.of(List.of(CANCELED, COMPLETED))).isEqualTo(WorkflowStatus.CANCELLED);
  }

  /** Uncommitted, it is not seen; and it has looked at a workflow that was not cancelled yet. */
  @Test
  void a_job_that_is_on_its_way_while_its_workflow_is_cancelled_is_cancelled_too()
      throws Exception {
    var made = workflow(step("a", null));
    var euid = made.path("workflow_euid").asString();
    try (var mine = test.serving().getConnection()) {
      mine.setAutoCommit(false);
      var job =
          lab.engine()
              .enqueue(mine, lab.operator, List.of(into(euid)))
              .get(0)
              .orThrow()
              .subjectEuid();
      var cancel = BackgroundTask.get(() -> cancel(euid, InspectedTenant.key()));
      awaitLockWait(cancel);
      mine.commit();
      assertThat(cancel.get()).isTrue();
      assertThat(lab.envelope(job).state()).isEqualTo(CANCELED);
    }
    assertThat(status(made)).isEqualTo(WorkflowStatus.CANCELLED);
    var late = refused(Code.STATE_CONFLICT, () -> asOperator(into(euid)));
    assertThat(late.field()).isEqualTo("workflow");
  }

  @Test
  void one_that_comes_while_the_jobs_are_looked_at_waits_and_is_refused() throws Exception {
    var made = workflow(step("a", null));
    var euid = made.path("workflow_euid").asString();
    try (var cancels = test.admin()) {
      cancels.setAutoCommit(false);
      cancels
          .createStatement()
          .execute(
              "select 1 from tapline.instance_registry where euid = '"
                  + euid
                  + "' for no key update");
      var enqueue =
          BackgroundTask.get(
              () -> lab.engine().executeAll(lab.operator, List.of(into(euid))).get(0));
      awaitLockWait(enqueue);
      asOperator(
          new Cancel(
              RequestMeta.key(InspectedTenant.key()),
              job(made, "a"),
              StatePrecondition.NOTHING,
              false,
              "no"));
      cancels.commit();
      assertThat(enqueue.get().refusal().code()).isEqualTo(Code.STATE_CONFLICT);
    }
  }

  @Test
  void a_cancel_of_a_workflow_that_is_sent_twice_leaves_what_was_requeued_since() {
    var made = workflow(step("a", null), step("b", null));
    var euid = made.path("workflow_euid").asString();
    var key = InspectedTenant.key();
    assertThat(cancel(euid, key)).isTrue();
    asOperator(Requeue.of(InspectedTenant.key(), job(made, "a"), "after all"));
    assertThat(cancel(euid, key)).isFalse();
    assertThat(state(made, "a")).isEqualTo(READY);
    assertThat(cancel(euid, InspectedTenant.key())).isTrue();
    assertThat(state(made, "a")).isEqualTo(CANCELED);
  }

  @Test
  void the_key_of_a_cancel_with_another_reason_conflicts_when_all_is_cancelled() {
    var made = workflow(step("a", null), step("b", null));
    var euid = made.path("workflow_euid").asString();
    var key = InspectedTenant.key();
    assertThat(cancel(euid, key)).isTrue();
    refused(Code.IDEMPOTENCY_CONFLICT, () -> cancel(euid, key, "another reason"));
    assertThat(cancel(euid, key)).as("the same again").isFalse();
    assertThat(cancel(euid, InspectedTenant.key(), "another reason"))
        .as("nothing is left")
        .isFalse();
  }

  private boolean cancel(String workflow, String key) {
    return cancel(workflow, key, "superseded");
  }

  private boolean cancel(String workflow, String key, String reason) {
    return lab.engine().cancelWorkflow(lab.operator, RequestMeta.key(key), workflow, reason);
  }

  private static Enqueue into(String workflow) {
    return AlteredRecord.with(
        Enqueue.task(InspectedTenant.key(), InspectedTenant.QUEUE, Json.object()),
        "ties",
        EnqueueLinksBuilder.builder().workflow(workflow).build());
  }

  /** Until it waits for the other connection, or has ended without. */
  private static void awaitLockWait(CompletableFuture<?> other) throws Exception {
    try (var onlooker = test.onlooker();
        var statement =
            onlooker.prepareStatement(
                "select count(*) from pg_stat_activity"
                    + " where datname = current_database() and wait_event_type = 'Lock'")) {
      long waits = 0;
      while (waits == 0 && !other.isDone()) {
        try (var rows = statement.executeQuery()) {
          rows.next();
          waits = rows.getLong(1);
        }
      }
    }
    assertThat(other).as("it waits").isNotDone();
  }
}
