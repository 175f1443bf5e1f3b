package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.engine.testing.InspectedTenant;
import io.tapline.testkit.engine.EngineTest;
import io.tapline.testkit.engine.ScratchEngine;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Every required index is used, by the serving role under row security: each look-up statement of
 * the engine finds its rows among thousands of others.
 */
@EngineTest(ownDatabase = true)
class LookupPlanTest {

  /**
   * Rows of each kind; with more rows, a plan without the index is more certain to read them all.
   */
  private static final int MANY = 5_000;

  private static final int FOUND = 100;

  private static ScratchEngine test;
  private static InspectedTenant lab;

  @BeforeAll
  static void load(ScratchEngine engine) throws SQLException {
    test = engine;
    lab = InspectedTenant.in(test);
    var rows =
        "insert into tapline.instance (tenant_id, storage_class, uid, template_uid, euid,"
            + " json_addl, created_dt, modified_dt, subject_uid, worker_uid, queue_uid)"
            + " select "
            + lab.tenantId()
            + ", '%s', %d + i, %d, '%1$s' || %2$d + i, jsonb_build_object('properties', %s), now(),"
            + " now(), %s from generate_series(1, "
            + MANY
            + ") i";
    try (var admin = test.admin();
        var statement = admin.createStatement()) {
      statement.execute("set session_replication_role = replica");
      statement.execute(
          "insert into tapline.attempt (tenant_id, uid, record_uid, created_dt, subject_uid, worker_uid,"
              + " queue_uid, ttl_seconds, lease_token, action_uid, feed_key, ordinal, target,"
              + " idempotency_key, start_state, to_state) select "
              + lab.tenantId()
              + ", 1000000 + 4 * i, 1000001 + 4 * i, now() +"
              + " make_interval(secs => i - 1060), 7000000 + i, 8000000 + i % 50, 9000000 + i % 50,"
              + " 60, 't' || i, 1000002 + 4 * i, i, 0, 'worker', 'k' || i, 'R', 'N' from"
              + " generate_series(1, "
              + MANY
              + ") i");
      // All but a few have ended.
      statement.execute(
          "insert into tapline.fact_row (tenant_id, uid, template_uid, at, subject_uid,"
              + " queue_uid, executed_on_uid, target_uid, action_code, feed_key, lease_uid,"
              + " ending) select tenant_id,"
              + " uid + 10000000, 3, now(), subject_uid, queue_uid, subject_uid,"
              + " subject_uid, tapline.action_code('fail_queue_execution'), feed_key, uid, 'R' from"
              + " tapline.attempt"
              + " where tenant_id = "
              + lab.tenantId()
              + " and uid between 1000001 and 1999999 and uid % 400 <> 0");
      statement.execute(
          "insert into tapline.fact_row (tenant_id, uid, template_uid, at, subject_uid,"
              + " queue_uid, executed_on_uid, target_uid, action_code, target, idempotency_key,"
              + " feed_key) select t.tenant_id, 3000000 + i, t.uid, now(), 7000000 + i, 9000001, 7000000 + i,"
              + " 9000001, tapline.action_code('enqueue_subject'), 'queue', 'k' || i, i from"
              + " tapline.generic_template t, generate_series(1, "
              + MANY
              + ") i where t.template_code = 'action/execution/enqueue_subject/1.0' and t.tenant_id = "
              + lab.tenantId());
      statement.execute(
          "insert into tapline.subject (tenant_id, uid, template_uid, created_dt,"
              + " modified_dt, exec_state, correlation_id, lease_uid, lease_worker_uid,"
              + " lease_queue_uid, lease_expires_at) select "
              + lab.tenantId()
              + ", 7000000 + i, 4, now(), now(), 'C', 'c' || i % 500,"
              + " l.uid, l.worker_uid, l.queue_uid, l.created_dt + interval '60 s' from generate_series(1, "
              + MANY
              + ") i left join tapline.attempt l on l.subject_uid = 7000000 + i and l.uid % 400"
              + " = 0");
      statement.execute(
          "insert into tapline.subject_key select e.* from tapline.subject_key_expected e where"
              + " e.tenant_id = "
              + lab.tenantId());
      // Dead letters, of which few are open, and workers.
      statement.execute(
          rows.formatted(
              "registry",
              4_000_000,
              5,
              "jsonb_build_object('resolution_state', case when i % 100 = 0 then 'OPEN' else"
                  + " 'REQUEUED' end)",
              "null, null, null"));
      statement.execute(
          rows.formatted(
              "registry",
              5_000_000,
              6,
              "jsonb_build_object('worker_key', 'w' || i, 'status', 'ONLINE')",
              "null, null, null"));
      statement.execute(
          "insert into tapline.lineage_link select "
              + lab.tenantId()
              + ", 6000000 + i / 10, 'workflow_job', 7000000 + i, now() from generate_series(1, "
              + MANY
              + ") i");
      statement.execute("analyze");
    }
  }

  @ParameterizedTest
  @CsvSource({
    // Jobs: by kind and key, by lease and its end, by dead letter, by workflow, by correlation.
    "action/replay_action,          action_replay",
    "action/replay_claims,          attempt_replay",
    "lease/lapsed_leases,          subject_leased_until",
    "dead_letter/registry_list,          registry_status",
    "workflow/workflow_jobs,          lineage_link_pkey",
    "queue_item/few_correlated,         subject_key_pkey",
    // Leases: by subject, by worker, by queue with status and end, by token.
    "history/history_leases,         lease_of_subject",
    "lease/active_leases_of_worker,subject_leased_by",
    "lease/lapsed_leases_of_queue, subject_leased_until",
    "queue_stats/queue_counts,           lease_failure",
    "lease/lease_by_token,         lease_of_subject",
    // Records: by lease, and through it by every key of the lease.
    "history/history_leases,         attempt_pkey",
    // Actions: by their object, for the jobs of a workflow and for tasks.
    "job/job_history,            action_executed_on",
    "task/task_timelines,         action_executed_on",
    // Workers and queues: by key.
    "worker/worker_by_key,          registry_key",
    "queue/queues_by_key,          registry_key",
  })
  void what_is_looked_up_is_found_by_its_index(String statement, String index) throws SQLException {
    try (var connection = test.serving().getConnection()) {
      var sql = new PreparedSql(connection, lab.tenantId(), statement, parameters(statement));
      var plan = (statement.equals("dead_letter/registry_list") ? sql.overSets() : sql).explain();
      assertThat(PreparedSql.scans(plan))
          .as(plan.toPrettyString())
          .anyMatch(scan -> scan.endsWith(" " + index))
          .noneMatch(scan -> scan.startsWith("Seq Scan"));
      assertThat(PreparedSql.rowsRead(plan)).as(plan.toPrettyString()).isBetween(1.0, 4.0 * FOUND);
    }
  }

  private static Map<String, String> parameters(String statement) {
    var parameters = new HashMap<String, String>();
    boolean claims = statement.equals("action/replay_claims");
    parameters.put("targets", claims ? "'{8000007}'::bigint[]" : "'{9000001}'::bigint[]");
    parameters.put(
        "keys", statement.startsWith("action/replay_") ? "'{k7}'::text[]" : "'{w7}'::text[]");
    parameters.put("action", "'enqueue_subject'::text");
    parameters.put("action_template", "'action/execution/enqueue_subject/1.0'::text");
    parameters.put("limit", FOUND + "::integer");
    parameters.put("most", FOUND + "::integer");
    parameters.put("subject_relationship", "'execution_subject_dead_letter'::text");
    parameters.put("queue_relationship", "'execution_queue_dead_letter'::text");
    parameters.put(
        "template", (statement.equals("dead_letter/registry_list") ? 5 : 6) + "::bigint");
    parameters.put("statuses", "'{OPEN}'::text[]");
    parameters.put("after", "0::bigint");
    parameters.put("bytes", "1000000::bigint");
    parameters.put(
        "queue", (statement.equals("queue_stats/queue_counts") ? "'q'" : "null") + "::text");
    parameters.put("reason_code", "null::text");
    parameters.put("ended_relationship", "'execution_actor_hold'::text");
    parameters.put("placed_relationship", "'execution_actor_hold'::text");
    parameters.put("stage", "null::text");
    parameters.put("error", "null::text");
    parameters.put("message", "null::text");
    parameters.put("queue_uid", "9000000::bigint");
    parameters.put("workflow", "6000007::bigint");
    parameters.put("relationship", "'workflow_job'::text");
    parameters.put("correlation", "'c7'::text");
    parameters.put("uid", "7000007::bigint");
    parameters.put("subject", "7000007::bigint");
    parameters.put("token", "'t7'::text");
    parameters.put("worker", "8000000::bigint");
    parameters.put("now", "'2020-01-01T00:00:00.000000Z'::text");
    parameters.put("key", "'w7'::text");
    parameters.put("uids", "'{7000007,7000008}'::bigint[]");
    return parameters;
  }
}
