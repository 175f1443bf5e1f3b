package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.ErrorClass;
import io.tapline.api.ExecutionState;
import io.tapline.api.JobView;
import io.tapline.api.request.Enqueue;
import io.tapline.engine.testing.AlteredRecord;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.engine.testing.InspectedTenantTest;
import io.tapline.tapdb.Json;
import io.tapline.testkit.engine.ScratchEngine;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** {@code tapline.v_job} has the columns of the source and says what the jobs door says. */
class JobViewTest extends InspectedTenantTest {

  /** The source's columns, in its order. */
  private static final List<String> COLUMNS =
      List.of(
          "job_id",
          "job_kind",
          "event_domain",
          "idempotency_key",
          "source_ref",
          "target_ref",
          "payload_ref",
          "safe_payload",
          "payload_classification",
          "executor",
          "status",
          "attempts",
          "last_error",
          "last_error_at",
          "lease_name",
          "lease_holder",
          "lease_token",
          "leased_until",
          "process_after",
          "deadline_at",
          "priority",
          "correlation_id",
          "causation_event_id",
          "parent_job_id",
          "workflow_id",
          "enqueued_by",
          "enqueued_at",
          "started_at",
          "finished_at",
          "source_system");

  private static final String BRIEF = "brief";
  private static final int RETENTION = 1;
  private static final int DAY = 24 * 3600;

  private static final List<String> TIMES =
      List.of(
          "last_error_at",
          "leased_until",
          "process_after",
          "deadline_at",
          "enqueued_at",
          "started_at",
          "finished_at",
          "due_at",
          "changed_at",
          "retired_at");

  @Test
  void the_columns_of_the_source_are_there_and_times_are_times() {
    var looked =
        test.in(
            lab.tenantId(),
            tx ->
                tx.query(
                    "select * from tapline.v_job limit 1",
                    row -> {
                      var about = row.getMetaData();
                      for (int i = 0; i < COLUMNS.size(); i++) {
                        assertThat(about.getColumnName(i + 1)).isEqualTo(COLUMNS.get(i));
                      }
                      for (var time : TIMES) {
                        assertThat(about.getColumnTypeName(row.findColumn(time)))
                            .as(time)
                            .isEqualTo("timestamptz");
                      }
                      assertThat(about.getColumnType(row.findColumn("attempts")))
                          .isEqualTo(Types.INTEGER);
                      return 0;
                    }));
    assertThat(looked).hasSize(1);
  }

  @Test
  void a_retried_job_says_its_error_and_its_end_also_when_it_was_put_away() throws SQLException {
    lab.queue(
        BRIEF,
        InspectedTenant.fields(60, 3).toBuilder()
            .retentionDays(RETENTION)
            .evidenceDays(RETENTION)
            .build());
    var job = lab.enqueue(BRIEF);
    lab.fail(worker, lab.claimAndStart(worker, BRIEF), ErrorClass.TRANSIENT_SYSTEM);
    var failed = told(job);
    assertThat(failed.lastError()).isEqualTo("it broke");
    assertThat(failed.lastErrorAt()).isNotNull();
    assertThat(failed.finishedAt()).as("it will be retried").isNull();
    advance(100);
    var retried = lab.claimAndStart(worker, BRIEF);
    advance(5);
    lab.complete(worker, retried);
    var done = told(job);
    assertThat(done.status()).isEqualTo("succeeded");
    assertThat(done.lastError()).isEqualTo("it broke");
    assertThat(done.lastErrorAt()).isEqualTo(failed.lastErrorAt());
    assertThat(done.finishedAt()).isAfterOrEqualTo(done.startedAt().plusSeconds(5));

    var requeued = lab.enqueue(BRIEF);
    lab.complete(worker, lab.claimAndStart(worker, BRIEF));
    var dead = lab.enqueue(BRIEF);
    lab.fail(worker, lab.claimAndStart(worker, BRIEF), ErrorClass.PERMANENT_INPUT);
    var lapsed = lab.enqueue(BRIEF);
    lab.claimAndStart(worker, BRIEF);
    var cancelled = lab.enqueue(BRIEF);
    lab.cancel(cancelled, false);
    advance(61);
    assertThat(told(dead).finishedAt()).isEqualTo(told(dead).lastErrorAt());
    assertThat(told(lapsed).finishedAt()).isNull();
    assertThat(told(cancelled).lastError()).isNull();
    assertThat(told(cancelled).finishedAt()).isNotNull();
    assertAgreed(test, lab.tenantId());

    advance(RETENTION * DAY);
    assertThat(lab.engine().cleanUp(lab.tenantId())).isPositive();
    assertSaid(done, told(job));
    lab.requeue(requeued);
    assertThat(told(requeued).finishedAt()).as("it goes on").isNull();
    assertAgreed(test, lab.tenantId());
    advance((RETENTION + 1) * DAY);
    new EvidenceRetirement(lab.engine(), test.serving(), test.owner()).retire(lab.tenantId());
    var retired = told(job);
    assertThat(retired.retiredAt()).isNotNull();
    assertThat(retired.status()).isEqualTo("cleaned");
    assertThat(retired.state()).isEqualTo(ExecutionState.COMPLETED);
    assertThat(retired.kind()).isEqualTo(BRIEF);
    assertThat(retired.attempts()).isEqualTo(done.attempts());
    assertThat(retired.enqueuedAt()).isEqualTo(done.enqueuedAt());
    assertThat(retired.startedAt()).isEqualTo(done.startedAt());
    assertThat(retired.finishedAt()).isEqualTo(done.finishedAt());
    assertThat(retired.lastError()).as("evidence").isNull();
    assertThat(retired.safePayload()).as("properties").isEqualTo(Json.object());
    assertAgreed(test, lab.tenantId());
  }

  @Test
  void a_soft_cancel_leaves_the_start_of_the_attempt_as_it_was() throws SQLException {
    lab.queue(
        BRIEF,
        InspectedTenant.fields(60, 3).toBuilder()
            .retentionDays(RETENTION)
            .evidenceDays(RETENTION)
            .build());
    var job = lab.enqueue(BRIEF);
    var begun = lab.claimAndStart(worker, BRIEF);
    var started = told(job).startedAt();
    assertThat(started).isNotNull();
    advance(7);
    lab.cancel(job, true);
    assertThat(told(job).startedAt()).as("while it runs").isEqualTo(started);
    assertAgreed(test, lab.tenantId());
    lab.complete(worker, begun);
    assertThat(told(job).startedAt()).as("when it has ended").isEqualTo(started);
    assertAgreed(test, lab.tenantId());
    advance(RETENTION * DAY);
    assertThat(lab.engine().cleanUp(lab.tenantId())).isPositive();
    assertThat(told(job).startedAt()).as("when it was put away").isEqualTo(started);
    assertAgreed(test, lab.tenantId());
  }

  @Test
  void work_whose_last_lease_lapsed_has_ended_at_the_lapse_settled_or_not() throws SQLException {
    for (int attempts : new int[] {1, 2}) {
      var queue = "lapses-" + attempts;
      lab.queue(
          queue,
          InspectedTenant.fields(60, attempts).toBuilder()
              .retentionDays(RETENTION)
              .evidenceDays(RETENTION)
              .build());
      var job = lab.enqueue(queue);
      for (int spent = 1; spent < attempts; spent++) {
        lab.fail(worker, lab.claimAndStart(worker, queue), ErrorClass.TRANSIENT_SYSTEM);
        advance(100);
      }
      lab.claimAndStart(worker, queue);
      var lapse = told(job).leasedUntil();
      advance(90);
      var before = told(job);
      assertThat(before.status()).isEqualTo("dead_letter");
      assertThat(before.attempts()).isEqualTo(attempts);
      assertThat(before.finishedAt()).isEqualTo(lapse);
      assertThat(before.lastErrorAt()).isEqualTo(lapse);
      assertThat(before.lastError()).startsWith("the lease lapsed at ");
      assertAgreed(test, lab.tenantId());
      lab.engine().sweep(lab.tenantId());
      var settled = told(job);
      assertThat(settled.state()).isEqualTo(ExecutionState.FAILED_TERMINAL);
      assertThat(settled.status()).isEqualTo("dead_letter");
      assertThat(settled.attempts()).isEqualTo(attempts);
      assertThat(settled.finishedAt()).isEqualTo(lapse);
      assertThat(settled.lastErrorAt()).isEqualTo(lapse);
      assertThat(settled.lastError()).isEqualTo(before.lastError());
      assertAgreed(test, lab.tenantId());
    }
  }

  private static void assertSaid(JobView before, JobView after) {
    assertThat(after.status()).isEqualTo("cleaned");
    assertThat(after.lastError()).isEqualTo(before.lastError());
    assertThat(after.lastErrorAt()).isEqualTo(before.lastErrorAt());
    assertThat(after.startedAt()).isEqualTo(before.startedAt());
    assertThat(after.finishedAt()).isEqualTo(before.finishedAt());
  }

  /** As the jobs door has it; the view is compared with it apart. */
  private JobView told(String job) {
    return lab.engine().reads().substrate().one(lab.tenantId(), job);
  }

  @Test
  void what_a_job_came_from_is_told_whichever_door_tied_it() {
    var parent = lab.enqueue(QUEUE);
    var actions = lab.engine().reads().history().historyOf(lab.tenantId(), parent).actions();
    var cause = actions.get(0).get("action_euid").asString();
    asOperator(
        AlteredRecord.with(
            Enqueue.task(InspectedTenant.key(), QUEUE, Json.object()),
            "ties",
            Map.of("parent_job", parent, "causation_event", cause)));
    assertAgreed(test, lab.tenantId());
  }

  @Test
  void what_a_job_came_with_is_told_bulky_or_not() {
    var job =
        Json.object()
            .put("domain", "staging")
            .put("executor", "DOT")
            .put("source_ref", "kb://a")
            .put("target_ref", "kb://b")
            .put("payload_ref", "blob://c")
            .put("payload_classification", "restricted")
            .put("source_system", "lims")
            .put("enqueued_by", "MOT:t")
            .put("idempotency_key", "doc-7");
    job.putObject("safe_payload").put("pages", 3);
    enqueue(job.deepCopy());
    enqueue(job.put("source_ref", "x".repeat(2_000)));
    lab.fail(worker, lab.claimOne(worker, QUEUE), ErrorClass.TRANSIENT_SYSTEM);
    advance(100);
    lab.complete(worker, lab.claimOne(worker, QUEUE));
    assertAgreed(test, lab.tenantId());
    advance(31 * 24 * 3600);
    lab.engine().sweep(lab.tenantId());
    assertAgreed(test, lab.tenantId());
  }

  private void enqueue(tools.jackson.databind.JsonNode job) {
    asOperator(
        AlteredRecord.with(
            Enqueue.task(InspectedTenant.key(), QUEUE, Json.object().set("job", job)),
            "ties",
            Map.of("deadline_at", "2096-01-01T00:00:00.000000Z")));
  }

  /** Every job of the tenant, column by column. */
  static void assertAgreed(ScratchEngine test, long tenantId) {
    var ids = new TreeSet<String>();
    test.in(
        tenantId,
        tx ->
            tx.query(
                "select * from tapline.v_job",
                row -> {
                  ids.add(row.getString("job_id"));
                  var job =
                      test.engine().reads().substrate().one(tenantId, row.getString("job_id"));
                  assertSame(row, job);
                  return 0;
                }));
    assertThat(ids).isNotEmpty();
  }

  private static void assertSame(ResultSet row, JobView job) throws SQLException {
    text(row, "job_kind", job.kind());
    text(row, "event_domain", job.domain());
    text(row, "idempotency_key", job.idempotencyKey());
    text(row, "source_ref", job.sourceRef());
    text(row, "target_ref", job.targetRef());
    text(row, "payload_ref", job.payloadRef());
    assertThat(Json.parse(row.getString("safe_payload"))).isEqualTo(job.safePayload());
    text(row, "payload_classification", job.payloadClassification());
    text(row, "executor", job.executor());
    text(row, "status", job.status());
    assertThat(row.getInt("attempts")).isEqualTo(job.attempts());
    text(row, "last_error", job.lastError());
    time(row, "last_error_at", job.lastErrorAt());
    text(row, "lease_name", job.leaseName());
    text(row, "lease_holder", job.leaseHolder());
    text(row, "lease_token", null);
    time(row, "leased_until", job.leasedUntil());
    time(row, "process_after", job.processAfter());
    time(row, "deadline_at", job.deadlineAt());
    assertThat(row.getInt("priority")).isEqualTo(job.priority());
    text(row, "correlation_id", job.correlationId());
    text(row, "causation_event_id", job.causationEvent());
    text(row, "parent_job_id", job.parentJob());
    text(row, "workflow_id", job.workflow());
    text(row, "enqueued_by", job.enqueuedBy());
    time(row, "enqueued_at", job.enqueuedAt());
    time(row, "started_at", job.startedAt());
    time(row, "finished_at", job.finishedAt());
    text(row, "source_system", job.sourceSystem());
    text(row, "result_ref", job.resultRef());
    time(row, "retired_at", job.retiredAt());
  }

  private static void text(ResultSet row, String column, String expected) throws SQLException {
    assertThat(row.getString(column)).as(column).isEqualTo(expected);
  }

  private static void time(ResultSet row, String column, Instant expected) throws SQLException {
    var told = row.getObject(column, OffsetDateTime.class);
    assertThat(told == null ? null : told.toInstant()).as(column).isEqualTo(expected);
  }
}
