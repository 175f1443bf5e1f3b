package io.tapline.tapdb;

import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/**
 * The database role for SQL and BI users of a tenant. A user who can run SQL can change any
 * setting, so the policies contain the tenant as a constant and read no setting.
 */
final class ReaderRole {

  private static final String OWN = "tenant_id = %1$d";

  /**
   * Excludes kinds that a pack declares confidential: data of tokens, sessions and secrets must not
   * be exported, even hashed and sealed.
   */
  private static final String NOT_CONFIDENTIAL =
      OWN
          + " and not (storage_class = 'registry' and template_uid ="
          + " any (array(select t.uid from tapline.generic_template t where t.tenant_id = %1$d and"
          + " t.json_addl ->> 'confidential' = 'true')))";

  /**
   * Tables with the condition of their policy. A partition that is addressed directly applies its
   * own policies, so none is granted, except {@code attempt}, which has no policy for readers: they
   * find no rows there, and read the rows through {@code attempt_shown} without tokens.
   */
  private static final Map<String, String> TABLES =
      Map.of(
          "generic_template",
          OWN,
          "instance",
          NOT_CONFIDENTIAL,
          "subject",
          OWN,
          "tombstone",
          OWN,
          "fact_row",
          OWN,
          "lineage_link",
          OWN,
          "attempt_row",
          OWN);

  /** Columns of an attempt that readers see: all but the token. */
  private static final String ATTEMPT =
      "tenant_id, uid, record_uid, created_dt, subject_uid, worker_uid, queue_uid, revision, attempt_number, ttl_seconds,"
          + " heartbeat_interval_seconds, next_action_key, idempotency_key,"
          + " payload_hash, start_state, expected_state, started_at, start_revision,"
          + " record_next_action_key, record_idempotency_key, record_payload_hash, correlation,"
          + " policy_refs, input_snapshot, action_uid, feed_key, ordinal, claim_size, to_state,"
          + " actor, role, target, correlation_id, trace_id,"
          + " action_template_uid, actor_uid, granted_by";

  /** Columns that the view adds to an attempt. */
  private static final String SHOWN =
      "software_version, euid, template_uid, record_euid, record_template_uid, modified_dt, end_revision, duration_ms, retryable, status, expires_at, heartbeat_at,"
          + " released_at, release_reason, failed_as, record_status, end_state, finished_at,"
          + " error_class, error_code, error_message, ending_action_key, record_action_key,"
          + " result_snapshot";

  private final TapDb owner;
  private final long tenantId;

  ReaderRole(TapDb owner, long tenantId) {
    this.owner = owner;
    this.tenantId = tenantId;
  }

  String name() {
    return owner.transaction(tenantId, this::name);
  }

  /**
   * Creates the missing parts, in one transaction for each table: a policy locks its table
   * exclusively, and waiting for the next table with such a lock would deadlock with users of the
   * tables in another order. After an interruption the role can read less, not more.
   */
  void ensure() {
    owner.transaction(tenantId, this::createRole);
    for (var table : TABLES.keySet()) owner.transaction(tenantId, tx -> createPolicy(tx, table));
  }

  private String name(Tx tx) throws SQLException {
    return tx.query(
            SqlFile.load(ReaderRole.class, "role/reader_role_name"),
            row -> row.getString("reader_role"),
            tenantId)
        .get(0);
  }

  private String createRole(Tx tx) throws SQLException {
    Tenants.lock(tx);
    var role = name(tx);
    TenantRole.ensure(tx, role, TenantRole.READER);
    TenantRole.grantConnect(tx, role);
    tx.update("grant usage on schema tapline to " + role);
    tx.update(
        "grant select on tapline.generic_template, tapline.generic_instance, tapline.instance,"
            + " tapline.subject, tapline.instance_subject, tapline.tombstone,"
            + " tapline.instance_tombstone, tapline.fact_row, tapline.fact, tapline.instance_action,"
            + " tapline.instance_lease, tapline.attempt, tapline.attempt_whole,"
            + " tapline.lease_document, tapline.attempt_record, tapline.live_lease, tapline.lineage_link,"
            + " tapline.generic_instance_lineage, tapline.software_version, tapline.v_job,"
            + " tapline.v_job_queue_backlog, tapline.v_job_queue_in_progress,"
            + " tapline.v_job_queue_dead_letter_open to "
            + role);
    tx.update("grant select (" + ATTEMPT + ", software_code) on tapline.attempt_row to " + role);
    tx.update("grant select (" + ATTEMPT + ", " + SHOWN + ") on tapline.attempt_shown to " + role);
    return role;
  }

  private String createPolicy(Tx tx, String table) throws SQLException {
    Tenants.lock(tx);
    var role = name(tx);
    if (policies(tx, role).contains(table)) return role;
    var policy =
        "create policy %1$s on tapline.%2$s for select to %1$s using (%3$s)"
            .formatted(role, table, TABLES.get(table).formatted(tenantId));
    BriefLock.hold(tx, () -> tx.update(policy));
    return role;
  }

  private static List<String> policies(Tx tx, String role) throws SQLException {
    return tx.query(
        SqlFile.load(ReaderRole.class, "role/reader_role_policies"),
        row -> row.getString("tablename"),
        role);
  }
}
