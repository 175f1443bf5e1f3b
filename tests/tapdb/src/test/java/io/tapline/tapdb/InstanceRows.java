package io.tapline.tapdb;

import java.sql.SQLException;

/** Bare rows of each storage class, as few columns as their indexes and walls look at. */
final class InstanceRows {

  private static final long ANY_TEMPLATE = 1;

  private InstanceRows() {}

  static long uid(Tx tx) throws SQLException {
    return tx.drawUid();
  }

  static long subject(Tx tx) throws SQLException {
    return subject(tx, "q", 5);
  }

  static long subject(Tx tx, String queueKey, int priority) throws SQLException {
    long uid = uid(tx);
    tx.update(
        "insert into tapline.subject (tenant_id, uid, template_uid, created_dt, modified_dt,"
            + " exec_state, exec_queue_key, ready_queue_key, priority, ready_at, visible_from)"
            + " values (?, ?, ?, tapline.clock(), tapline.clock(), 'R', ?, ?, ?, ?::timestamptz,"
            + " ?::timestamptz)",
        tx.tenantId(),
        uid,
        ANY_TEMPLATE,
        queueKey,
        queueKey,
        priority,
        "2026-01-05T12:00:00.000000Z",
        "2026-01-05T12:00:00.000000Z");
    return uid;
  }

  /** A lease, its record and the action of its claim. */
  record AttemptRow(long lease, long record, long action) {}

  static AttemptRow attempt(Tx tx, long subject, long worker, long queue) throws SQLException {
    long lease = uid(tx);
    long record = lease + 1;
    long action = lease + 2;
    tx.update(
        "insert into tapline.attempt (tenant_id, uid, record_uid, created_dt, subject_uid,"
            + " worker_uid, queue_uid, ttl_seconds, lease_token, action_uid, feed_key) values (?,"
            + " ?, ?, tapline.clock(), ?, ?, ?, 60, 'a token', ?, 0)",
        tx.tenantId(),
        lease,
        record,
        subject,
        worker,
        queue,
        action);
    return new AttemptRow(lease, record, action);
  }

  /** A record that no lease stands behind. */
  static long record(Tx tx) throws SQLException {
    return insert(
        tx, StorageClass.RECORD, "{\"properties\": {\"status\": \"SUCCEEDED\"}}", null, null);
  }

  static long registry(Tx tx) throws SQLException {
    return insert(tx, StorageClass.REGISTRY, "{\"properties\": {}}", null, null);
  }

  static long action(Tx tx, Long subject, long feedKey, long revision) throws SQLException {
    long uid = uid(tx);
    tx.update(
        "insert into tapline.fact_row (tenant_id, uid, template_uid, at, subject_uid,"
            + " executed_on_uid, target_uid, feed_key, action_key, revision_after) values (?, ?, ?,"
            + " tapline.clock(), ?::bigint, ?::bigint, ?::bigint, ?, 'test', ?)",
        tx.tenantId(),
        uid,
        ANY_TEMPLATE,
        subject,
        subject,
        subject,
        feedKey,
        revision);
    return uid;
  }

  static long pulse(Tx tx, long subject, long feedKey) throws SQLException {
    var json = Json.object();
    json.putObject("properties").put("action_key", "test").put("revision_after", 0);
    return insert(tx, StorageClass.PULSE, json.toString(), subject, feedKey);
  }

  private static long insert(Tx tx, StorageClass storage, String json, Long subject, Long feedKey)
      throws SQLException {
    long uid = uid(tx);
    tx.update(
        "insert into "
            + storage.table()
            + " (tenant_id, storage_class, uid, template_uid, euid, json_addl, created_dt,"
            + " modified_dt, subject_uid, feed_key) values (?, ?, ?, ?, ?, ?::jsonb,"
            + " tapline.clock(), tapline.clock(), ?::bigint, ?::bigint)",
        tx.tenantId(),
        storage.code(),
        uid,
        ANY_TEMPLATE,
        EuidMint.mint("Z", "TST", uid),
        json,
        subject,
        feedKey);
    return uid;
  }
}
