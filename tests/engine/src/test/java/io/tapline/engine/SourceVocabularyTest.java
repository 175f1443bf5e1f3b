package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.api.ActionKey;
import io.tapline.api.DeadLetterReason;
import io.tapline.api.EventType;
import io.tapline.api.ExecutionState;
import io.tapline.api.LeaseStatus;
import io.tapline.api.RecordStatus;
import io.tapline.api.ResolutionState;
import io.tapline.api.Role;
import io.tapline.api.WorkerStatus;
import io.tapline.api.WorkerType;
import io.tapline.engine.model.HoldState;
import io.tapline.engine.model.HoldStatus;
import io.tapline.engine.testing.InspectedTenantTest;
import io.tapline.tapdb.Database;
import io.tapline.testkit.engine.EngineTest;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Every state, word and action that was asked for is there, and no table is that was not. */
@EngineTest(ownDatabase = true)
class SourceVocabularyTest extends InspectedTenantTest {

  @Test
  void there_are_nine_states() {
    assertThat(Arrays.stream(ExecutionState.values()).map(Enum::name))
        .containsExactlyInAnyOrder(
            "PENDING",
            "READY",
            "RUNNING",
            "WAITING_EXTERNAL",
            "FAILED_RETRYABLE",
            "FAILED_TERMINAL",
            "HELD",
            "CANCELED",
            "COMPLETED");
  }

  /**
   * Each word by itself: that there are so many of them does not say that they are the right ones.
   */
  @Test
  void every_status_has_the_words_that_were_asked_for() {
    assertThat(words(LeaseStatus.values()))
        .isEqualTo("ACTIVE RELEASED COMPLETED EXPIRED ABANDONED CANCELED");
    assertThat(words(RecordStatus.values()))
        .isEqualTo("STARTED SUCCEEDED FAILED_RETRYABLE FAILED_TERMINAL CANCELED EXPIRED");
    assertThat(words(WorkerStatus.values())).isEqualTo("ONLINE OFFLINE DRAINING DISABLED RETIRED");
    assertThat(words(WorkerType.values())).isEqualTo("SERVICE HUMAN_SESSION INSTRUMENT_ADAPTER");
    assertThat(words(HoldState.values())).isEqualTo("NONE ACTIVE TERMINAL");
    assertThat(words(HoldStatus.values())).isEqualTo("ACTIVE RELEASED");
    assertThat(words(ResolutionState.values())).isEqualTo("OPEN REQUEUED CANCELED IGNORED");
    assertThat(words(Role.values())).isEqualTo("WORKER_SERVICE WORKER_HUMAN OPERATOR ADMIN");
    assertThat(DeadLetterReason.REASON_CODES)
        .containsExactlyInAnyOrder(
            "parse_error",
            "validation_failed",
            "dependency_unavailable",
            "timeout",
            "exhausted_retries",
            "policy_violation",
            "infrastructure_failure",
            "compensation_failed");
    assertThat(DeadLetterReason.STAGES)
        .containsExactlyInAnyOrder("fetch", "input", "exec", "output", "commit");
    assertThat(Arrays.stream(EventType.values()).map(EventType::wire))
        .contains(
            "job_claimed",
            "job_started",
            "job_lease_renewed",
            "job_heartbeat",
            "job_succeeded",
            "job_failed",
            "job_cancelled",
            "job_dead_lettered",
            "job_compensated");
  }

  private static String words(Enum<?>[] values) {
    return Arrays.stream(values).map(Enum::name).collect(Collectors.joining(" "));
  }

  @Test
  void every_action_has_a_template_in_the_pack() {
    var templates = Engine.PACK.templates().stream().map(template -> template.code()).toList();
    assertThat(templates)
        .containsAll(
            Arrays.stream(ActionKey.values())
                .map(action -> "action/execution/" + action.wire() + "/1.0")
                .toList());
    for (var action :
        List.of(
            "register_worker",
            "heartbeat_worker",
            "claim_queue_item",
            "renew_queue_lease",
            "release_queue_lease",
            "complete_queue_execution",
            "fail_queue_execution",
            "place_execution_hold",
            "release_execution_hold",
            "requeue_subject",
            "cancel_subject_execution",
            "expire_queue_lease")) {
      assertThat(templates).contains("action/execution/" + action + "/1.0");
    }
    assertThat(templates)
        .contains(
            "data/execution/queue/1.0",
            "data/execution/queue_lease/1.0",
            "actor/system/worker/1.0",
            "data/execution/execution_record/1.0",
            "data/execution/hold/1.0",
            "data/execution/dead_letter/1.0");
  }

  @Test
  void all_that_is_kept_is_in_templates_instances_and_lineage() throws SQLException {
    // The instances are four tables: the work, its attempts, what was done, and documents of all
    // else. Beside them, of the database and not of any work: the clock's offset, the builds that
    // wrote evidence, which lives of the cluster were served from, the locks between servers, which
    // roles stand for which
    // tenants, and Flyway's own notes.
    assertThat(tables())
        .containsExactlyInAnyOrder(
            "generic_template",
            "instance",
            "subject",
            "subject_key",
            "tombstone",
            "attempt_row",
            "fact_row",
            "lineage_link",
            "clock_move",
            "software_version",
            "cluster_life",
            "server_lock",
            "delivery_home",
            "tenant_role",
            "schema_history");
  }

  /** Time is kept by the servers, not by a timer in the database. */
  @Test
  void nothing_but_plain_postgresql_is_needed() throws SQLException {
    try (var admin = test.admin();
        var rows = admin.createStatement().executeQuery("select extname from pg_extension")) {
      var extensions = new ArrayList<String>();
      while (rows.next()) {
        extensions.add(rows.getString(1));
      }
      assertThat(extensions).containsExactly("plpgsql");
    }
    try (var admin = test.admin();
        var rows =
            admin
                .createStatement()
                .executeQuery(
                    "select count(*) from pg_constraint where contype = 'f'"
                        + " and connamespace = 'tapline'::regnamespace")) {
      rows.next();
      assertThat(rows.getInt(1)).as("foreign keys").isZero();
    }
    assertThat(Database.OLDEST_POSTGRES).isEqualTo(15);
  }

  private static List<String> tables() throws SQLException {
    try (var admin = test.admin();
        var rows =
            admin
                .createStatement()
                .executeQuery(
                    "select relname from pg_class where relkind in ('r', 'p', 'm', 'f')"
                        + " and not relispartition and relnamespace not in"
                        + " ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)")) {
      var names = new ArrayList<String>();
      while (rows.next()) {
        names.add(rows.getString(1));
      }
      return names;
    }
  }
}
