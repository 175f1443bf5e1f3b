package io.tapline.engine;

import io.tapline.engine.testing.InspectedTenant;
import io.tapline.testkit.engine.ScratchEngine;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * The rows that {@link ClaimPlanTest} claims among: copies of one subject, lease and action that
 * the engine wrote, so many that a walk through all of an index reads more than is allowed.
 */
final class ClaimPlanData {

  static final int READY = 120_000;
  private static final int RUNNING = 15_000;
  private static final int DELAYED = 50_000;

  /** Ten million are looked at by hand: they take 18 GB (CONTRIBUTING.md). */
  private static final int FINISHED = Integer.getInteger("tapline.plan.finished", 15_000);

  /** The columns that a copied attempt takes from its original. */
  private static final String COPIED =
      "worker_uid, queue_uid, revision, attempt_number,"
          + " ttl_seconds, lease_token, payload_hash, start_state, to_state";

  private static final String ATTEMPTED = "(s.name like 'running-%' or s.name like 'finished-%')";

  private final ScratchEngine test;
  private final InspectedTenant lab;
  private final int divisor;

  ClaimPlanData(ScratchEngine test, InspectedTenant lab) {
    this(test, lab, 1);
  }

  /**
   * @param divisor of the numbers of rows, for tests that need fewer
   */
  ClaimPlanData(ScratchEngine test, InspectedTenant lab, int divisor) {
    this.test = test;
    this.lab = lab;
    this.divisor = divisor;
  }

  void load() throws SQLException {
    var insert =
        "insert into tapline.subject (tenant_id, uid, template_uid, created_dt, modified_dt, name,"
            + " revision, attempt_count, exec_queue_key, exec_state, priority, due_at, ready_at,"
            + " visible_from, ready_queue_key, delayed, delayed_queue_key) select s.tenant_id,"
            + " nextval(tapline.uid_sequence(s.tenant_id)), s.template_uid, now(), now(), ";
    var from =
        " from tapline.subject s, generate_series(1, %d) i where s.tenant_id = "
            + lab.tenantId()
            + " and s.uid = (select min(uid) from tapline.subject where tenant_id = "
            + lab.tenantId()
            + ")";
    try (var admin = test.admin();
        var statement = admin.createStatement()) {
      statement.execute("set session_replication_role = replica");
      statement.execute("set synchronous_commit = off");
      var since = "now() - make_interval(secs => i)";
      statement.execute(
          insert
              + "'ready-' || i, s.revision, s.attempt_count, s.exec_queue_key, 'R', s.priority,"
              + " s.due_at, "
              + since
              + ", "
              + since
              + ", s.exec_queue_key, null, null"
              + from.formatted(READY / divisor));
      var tomorrow = "now() + interval '1 day'";
      statement.execute(
          insert
              + "'delayed-' || i, s.revision, s.attempt_count, s.exec_queue_key, 'R', 9,"
              + " now() + make_interval(secs => i), "
              + tomorrow
              + ", "
              + tomorrow
              + ", null, true, s.exec_queue_key"
              + from.formatted(DELAYED / divisor));
      statement.execute(
          insert
              + "'running-' || i, s.revision, s.attempt_count, s.exec_queue_key, s.exec_state,"
              + " s.priority, s.due_at, s.ready_at, s.visible_from, s.ready_queue_key, s.delayed,"
              + " s.delayed_queue_key"
              + from.formatted(RUNNING / divisor));
      statement.execute(
          insert
              + "'finished-' || i, s.revision + 2, s.attempt_count, s.exec_queue_key, 'C',"
              + " s.priority, s.due_at, s.ready_at, s.visible_from, null, null, null"
              + from.formatted(FINISHED / divisor));
      loadAttempts(statement);
      statement.execute(
          "update tapline.subject s set lease_uid = l.uid, lease_worker_uid = l.worker_uid,"
              + " lease_queue_uid = l.queue_uid, lease_expires_at = l.expires_at::timestamptz from"
              + " tapline.instance_lease l where l.tenant_id = "
              + lab.tenantId()
              + " and s.tenant_id = l.tenant_id and s.uid = l.subject_uid and l.status = 'ACTIVE'");
      loadKeys(statement);
      loadEvidence(statement);
    }
  }

  /** A name, a correlation id, a barcode, a run and a room of many subjects each. */
  private void loadKeys(Statement statement) throws SQLException {
    statement.execute(
        "insert into tapline.subject_key select s.tenant_id, k.kind::\"char\", case k.kind when 'n'"
            + " then 'S-' || s.uid else 'run-' || s.uid % 10 end, s.uid from tapline.subject s,"
            + " unnest(array['n', 'c', 'b', 'r', 'o']) k(kind) where s.tenant_id = "
            + lab.tenantId());
  }

  /** One of each that runs or has finished: a live lease, or one that ended with the work. */
  private void loadAttempts(Statement statement) throws SQLException {
    statement.execute(
        "insert into tapline.attempt (tenant_id, uid, record_uid, created_dt, subject_uid, "
            + COPIED
            + ", feed_key, action_uid) select l.tenant_id, n.uid, n.uid + 1, now(), s.uid, "
            + COPIED.replaceAll("(\\w+)", "l.$1")
            + ", l.feed_key, n.uid + 2"
            + " from tapline.attempt l, tapline.subject s, lateral (select"
            + " nextval(tapline.uid_sequence(s.tenant_id)) as uid) n where l.tenant_id = "
            + lab.tenantId()
            + " and s.tenant_id = l.tenant_id and "
            + ATTEMPTED);
    statement.execute(
        "insert into tapline.fact_row (tenant_id, uid, template_uid, at, subject_uid, queue_uid,"
            + " executed_on_uid, target_uid, feed_key, action_code, to_state, lease_uid,"
            + " ending) select a.tenant_id,"
            + " nextval(tapline.uid_sequence(a.tenant_id)), s.template_uid,"
            + " now(), s.uid, a.queue_uid, s.uid, s.uid, a.feed_key,"
            + " tapline.action_code('complete_queue_execution'), 'C', a.uid, 'C' from tapline.attempt a,"
            + " tapline.subject s where a.tenant_id = "
            + lab.tenantId()
            + " and s.tenant_id = a.tenant_id and s.uid = a.subject_uid and s.exec_state ="
            + " 'C'");
  }

  /** Attempts, actions and links of others, in which a careless plan would get lost. */
  private void loadEvidence(Statement statement) throws SQLException {
    statement.execute(
        "insert into tapline.fact_row (tenant_id, uid, template_uid, at, subject_uid, queue_uid,"
            + " executed_on_uid, target_uid, feed_key, action_code, target, idempotency_key) select"
            + " a.tenant_id, nextval(tapline.uid_sequence(a.tenant_id)), a.template_uid,"
            + " now(), s.uid, a.queue_uid, s.uid, a.queue_uid, a.feed_key + 1,"
            + " a.action_code, 'queue', s.name from (select * from tapline.fact_row where tenant_id = "
            + lab.tenantId()
            + " and action_code = tapline.action_code('enqueue_subject') order by uid limit 1) a, tapline.subject s"
            + " where s.tenant_id = a.tenant_id and "
            + ATTEMPTED);
    statement.execute(
        "insert into tapline.lineage_link select s.tenant_id, s.uid, 'execution_subject_hold',"
            + " s.uid + 1, now() from tapline.instance_subject s where s.tenant_id = "
            + lab.tenantId()
            + " and s.name like 'running-%'");
  }

  void analyze() throws SQLException {
    try (var admin = test.admin();
        var statement = admin.createStatement()) {
      statement.execute(
          "analyze tapline.subject, tapline.subject_key, tapline.attempt, tapline.instance, tapline.fact_row");
      statement.execute("analyze tapline.lineage_link");
    }
  }
}
