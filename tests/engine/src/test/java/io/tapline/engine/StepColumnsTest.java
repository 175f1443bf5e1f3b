package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tapline.api.EventType;
import io.tapline.api.ExecutionState;
import io.tapline.api.request.ClaimBuilder;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.EnqueueBuilder;
import io.tapline.api.request.EnqueueLinks;
import io.tapline.api.request.EnqueueLinksBuilder;
import io.tapline.api.request.ExpireLease;
import io.tapline.api.request.RequestMeta;
import io.tapline.api.request.StatePrecondition;
import io.tapline.engine.model.ActionNote;
import io.tapline.engine.model.Event;
import io.tapline.engine.testing.InspectedTenant;
import io.tapline.engine.testing.InspectedTenantTest;
import io.tapline.tapdb.BuildVersion;
import io.tapline.tapdb.EuidMint;
import io.tapline.tapdb.Json;
import io.tapline.tapdb.TimeText;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.NullNode;

/**
 * Writes of the steps of a job. The WAL record of an update contains the bytes from the first to
 * the last change, so the columns that a claim, a renewal and a completion change are adjacent in
 * their tables.
 */
class StepColumnsTest extends InspectedTenantTest {

  @Test
  void what_usual_steps_change_of_a_subject_stands_together() throws SQLException {
    var changed = changedBySteps("subject", "uid");
    assertThat(changed).contains("revision", "exec_state", "ready_queue_key", "lease_uid");
    var columns = columns("subject");
    assertThat(columns.subList(columns.indexOf("modified_dt"), columns.indexOf("retirable")))
        .containsAll(changed);
  }

  @Test
  void no_step_changes_the_row_of_an_attempt() throws SQLException {
    assertThat(changedBySteps("attempt", "subject_uid")).isEmpty();
  }

  /** In the document and in the engine, after an insert and after an update. */
  @Test
  void times_until_the_year_9999_keep_their_microseconds() throws SQLException {
    var last = TimeText.MAX;
    var subject =
        asOperator(
                EnqueueBuilder.builder()
                    .meta(RequestMeta.key(InspectedTenant.key()))
                    .templateCode(Enqueue.TASK)
                    .queueKey(QUEUE)
                    .dueAt(last)
                    .ties(EnqueueLinks.of(last, null))
                    .build())
            .subjectEuid();
    var hold = lab.hold(subject).holdEuid();
    assertThat(lab.envelope(subject).dueAt()).isEqualTo(last);
    assertThat(lab.envelope(subject).deadlineAt()).isEqualTo(last);
    lab.releaseHold(hold);
    assertThat(text("deadline_at")).isEqualTo(TimeText.of(last));
    assertThat(text("json_addl #>> '{properties,execution,due_at}'")).isEqualTo(TimeText.of(last));
    assertThat(text("visible_from")).isEqualTo(text("ready_at"));
  }

  /** A column of the newest job, as readers get it. */
  private String text(String column) throws SQLException {
    var sql =
        "select %s from tapline.instance_subject where tenant_id = ? order by uid desc limit 1";
    try (var admin = test.admin();
        var statement = admin.prepareStatement(sql.formatted(column))) {
      statement.setLong(1, lab.tenantId());
      try (var rows = statement.executeQuery()) {
        rows.next();
        return rows.getString(1);
      }
    }
  }

  /** For every writer of the row. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "exec_state = 'D'",
        "exec_state = null",
        "revision = null",
        "revision = 0",
        "priority = null",
        "attempt_count = -1",
        "lease_uid = null",
        "lease_expires_at = null",
        "terminal = true"
      })
  void a_row_that_no_rule_allows_is_refused(String columns) throws SQLException {
    var subject = lab.enqueue(QUEUE);
    lab.claim(worker, QUEUE, 1, true);
    var sql =
        "update tapline.subject_document set " + columns + " where tenant_id = ? and euid = ?";
    try (var admin = test.admin();
        var statement = admin.prepareStatement(sql)) {
      statement.setLong(1, lab.tenantId());
      statement.setString(2, subject);
      assertThatExceptionOfType(SQLException.class)
          .isThrownBy(statement::executeUpdate)
          .withMessageContaining("violates");
    }
  }

  @Test
  void the_database_admits_every_state() throws SQLException {
    var sql =
        "select pg_get_constraintdef(oid) from pg_constraint where conrelid ="
            + " 'tapline.subject'::regclass and conname = 'subject_exec_state_check'";
    try (var admin = test.admin();
        var statement = admin.createStatement();
        var rows = statement.executeQuery(sql)) {
      rows.next();
      var states = Pattern.compile("([A-Z])[,}]").matcher(rows.getString(1)).results();
      assertThat(states.map(state -> state.group(1)))
          .containsExactlyInAnyOrder(
              Stream.of(ExecutionState.values())
                  .map(ExecutionState::codeOf)
                  .toArray(String[]::new));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void a_claim_is_one_row_with_its_lease_and_no_document_of_events(boolean starts)
      throws SQLException {
    lab.enqueue(QUEUE);
    var item = lab.claim(worker, QUEUE, 1, starts).claims().get(0);
    var claim = evidence.lastAction(item.subjectEuid());
    var claimed =
        new Event(EventType.JOB_CLAIMED, ExecutionState.READY, ExecutionState.READY, 1L, null);
    var started =
        new Event(EventType.JOB_STARTED, ExecutionState.READY, ExecutionState.RUNNING, 2L, null);
    assertThat(claim.events()).isEqualTo(starts ? List.of(claimed, started) : List.of(claimed));
    assertThat(row("attempt", "subject_uid").get("granted_by")).isEqualTo(NullNode.getInstance());
    assertThat(row("fact_row", "action_code <> 2 and subject_uid")).isNull();
  }

  /** Covers the statement of a step and the general path, which a claim of a named job takes. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void a_lease_brings_the_uids_of_its_record_and_its_action(boolean named) {
    var subject = lab.enqueue(QUEUE);
    var claim =
        ClaimBuilder.builder()
            .meta(RequestMeta.key(InspectedTenant.key()))
            .workerEuid(worker)
            .queueKey(named ? null : QUEUE)
            .subjectEuid(named ? subject : null)
            .maxItems(1)
            .build();
    var item = lab.engine().claim(lab.service, claim).claims().get(0);
    long lease = uid(item.leaseEuid());
    assertThat(List.of(uid(item.recordEuid()), uid(item.actionEuid())))
        .containsExactly(lease + 1, lease + 2);
    lab.enqueue(QUEUE);
    var next = lab.claim(worker, QUEUE, 1, true).claims().get(0);
    assertThat(uid(next.leaseEuid())).isGreaterThan(lease + 2);
  }

  /** It has no entry in the index of uids then, and is found by its lease. */
  @Test
  void the_ending_of_a_lease_without_other_actions_has_the_uid_after_the_claim() {
    lab.enqueue(QUEUE);
    var item = lab.claim(worker, QUEUE, 1, true).claims().get(0);
    var ending = lab.complete(worker, item).actionEuid();
    assertThat(uid(ending)).isEqualTo(uid(item.leaseEuid()) + 3);
    assertThat(enqueuedAfter(ending)).isEqualTo(ending);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void the_uids_of_a_job_rise_if_its_lease_was_renewed_or_started(boolean renewed) {
    lab.enqueue(QUEUE);
    var item = lab.claim(worker, QUEUE, 1, renewed).claims().get(0);
    var between = renewed ? lab.renew(worker, item) : lab.start(worker, item);
    var ending = lab.complete(worker, item).actionEuid();
    assertThat(uid(ending)).isGreaterThan(uid(between.actionEuid()));
    assertThat(enqueuedAfter(ending)).isEqualTo(ending);
  }

  /** The cause of a job that names the event, which is looked for by the uid of its action. */
  private String enqueuedAfter(String event) {
    var job =
        asOperator(
                EnqueueBuilder.builder()
                    .meta(RequestMeta.key(InspectedTenant.key()))
                    .templateCode(Enqueue.TASK)
                    .queueKey(QUEUE)
                    .ties(EnqueueLinksBuilder.builder().causationEvent(event).build())
                    .build())
            .subjectEuid();
    return lab.engine().reads().substrate().one(lab.tenantId(), job).causationEvent();
  }

  private static long uid(String euid) {
    return EuidMint.uidOf(euid).orElseThrow();
  }

  @Test
  void identifiers_that_follow_from_uids_are_not_stored_with_the_end_of_an_attempt()
      throws SQLException {
    lab.enqueue(QUEUE);
    var item = lab.claim(worker, QUEUE, 1, true).claims().get(0);
    lab.complete(worker, item);
    var completed = "ending = 'C' and subject_uid";
    assertThat(names(row("fact_row", completed))).containsOnly("null");
    assertThat(names(row("fact", completed)))
        .containsExactly(item.subjectEuid(), worker, item.leaseEuid(), item.recordEuid());
  }

  @Test
  void the_envelope_of_completed_work_is_stored_as_columns() throws SQLException {
    lab.enqueue(QUEUE);
    var item = lab.claim(worker, QUEUE, 1, true).claims().get(0);
    lab.complete(worker, item);
    var completed = "ending = 'C' and subject_uid";
    assertThat(row("fact_row", completed).get("execution").isNull()).isTrue();
    var left = Json.object();
    left.put("priority", 0)
        .put("ready_at", text("ready_at"))
        .put("terminal", true)
        .put("attempt_count", 0)
        .put("last_execution_record_euid", item.recordEuid());
    assertThat(row("fact", completed).get("execution")).isEqualTo(left);
  }

  @Test
  void claims_and_actions_refer_to_their_build_by_one_code() throws SQLException {
    var subject = lab.enqueue(QUEUE);
    lab.complete(worker, lab.claim(worker, QUEUE, 1, true).claims().get(0));
    var code = row("attempt", "subject_uid").get("software_code");
    assertThat(row("fact_row", "ending = 'C' and subject_uid").get("software_code"))
        .isEqualTo(code);
    assertThat(row("attempt_shown", "subject_uid").get("software_version").asString())
        .isEqualTo(BuildVersion.text());
    assertThat(evidence.actions(subject))
        .hasSize(3)
        .extracting(ActionNote::softwareVersion)
        .containsOnly(BuildVersion.text());
  }

  @Test
  void an_action_of_an_administrator_names_no_worker_although_its_lease_has_one()
      throws SQLException {
    lab.enqueue(QUEUE);
    var item = lab.claim(worker, QUEUE, 1, true).claims().get(0);
    asAdmin(
        new ExpireLease(
            RequestMeta.key(InspectedTenant.key()),
            StatePrecondition.NOTHING,
            item.leaseEuid(),
            "stuck"));
    var expired = "ending = 'F' and subject_uid";
    assertThat(names(row("fact_row", expired))).containsExactly("null", "", "null", "null");
    assertThat(names(row("fact", expired)))
        .containsExactly(item.subjectEuid(), "null", item.leaseEuid(), item.recordEuid());
  }

  @Test
  void a_start_names_the_lease_that_it_does_not_end() throws SQLException {
    lab.enqueue(QUEUE);
    var item = lab.claim(worker, QUEUE, 1, false).claims().get(0);
    lab.start(worker, item);
    var started = "lease_euid is not null and subject_uid";
    assertThat(names(row("fact_row", started)))
        .containsExactly("null", "null", item.leaseEuid(), item.recordEuid());
    assertThat(names(row("fact", started)))
        .containsExactly(item.subjectEuid(), worker, item.leaseEuid(), item.recordEuid());
  }

  /** The objects that an action names; "null" for none. */
  private static List<String> names(JsonNode row) {
    return Stream.of("subject_euid", "worker_euid", "lease_euid", "record_euid")
        .map(name -> row.get(name).isNull() ? "null" : row.get(name).asString())
        .toList();
  }

  /**
   * The columns that differ after a claim, a renewal or a completion; a claim makes the attempt.
   */
  private TreeSet<String> changedBySteps(String table, String key) throws SQLException {
    lab.enqueue(QUEUE);
    var rows = new ArrayList<JsonNode>();
    rows.add(row(table, key));
    var item = lab.claim(worker, QUEUE, 1, true).claims().get(0);
    rows.add(row(table, key));
    advance(1);
    lab.renew(worker, item);
    rows.add(row(table, key));
    advance(1);
    lab.complete(worker, item);
    rows.add(row(table, key));
    rows.removeIf(Objects::isNull);
    var changed = new TreeSet<String>();
    for (int i = 1; i < rows.size(); i++) {
      var before = rows.get(i - 1);
      for (var column : rows.get(i).properties()) {
        if (!column.getValue().equals(before.get(column.getKey()))) {
          changed.add(column.getKey());
        }
      }
    }
    return changed;
  }

  /** The row of the newest job; null before the first one. */
  private JsonNode row(String table, String key) throws SQLException {
    var sql =
        ("select to_jsonb(t) from tapline.%s t where tenant_id = ? and %s ="
                + " (select max(uid) from tapline.subject where tenant_id = ?)")
            .formatted(table, key);
    try (var admin = test.admin();
        var statement = admin.prepareStatement(sql)) {
      statement.setLong(1, lab.tenantId());
      statement.setLong(2, lab.tenantId());
      try (var rows = statement.executeQuery()) {
        return rows.next() ? Json.parse(rows.getString(1)) : null;
      }
    }
  }

  /** In their order in the table. */
  private static List<String> columns(String table) throws SQLException {
    var sql =
        "select attname from pg_attribute where attrelid = ('tapline.' || ?)::regclass and attnum >"
            + " 0 order by attnum";
    try (var admin = test.admin();
        var statement = admin.prepareStatement(sql)) {
      statement.setString(1, table);
      var names = new ArrayList<String>();
      try (var rows = statement.executeQuery()) {
        while (rows.next()) {
          names.add(rows.getString(1));
        }
      }
      return names;
    }
  }
}
