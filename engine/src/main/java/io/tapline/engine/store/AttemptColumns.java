package io.tapline.engine.store;

import io.tapline.api.ActionKey;
import io.tapline.api.ExecutionState;
import io.tapline.api.LeaseStatus;
import io.tapline.api.RecordStatus;
import io.tapline.api.Role;
import io.tapline.engine.model.ActionNote;
import io.tapline.engine.model.AttemptBuilder;
import io.tapline.engine.model.AttemptCorrelation;
import io.tapline.engine.model.ExecutionRecord;
import io.tapline.engine.model.Lease;
import io.tapline.engine.model.LeaseTerms;
import io.tapline.engine.model.LeaseTermsBuilder;
import io.tapline.tapdb.Json;
import io.tapline.tapdb.Template;
import io.tapline.tapdb.TimeText;
import io.tapline.tapdb.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.HexFormat;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** A lease, its record and the action that granted it as the columns of one row, and back. */
final class AttemptColumns {

  private static final String HASH = "sha256:";

  /** In the order of {@link #of}. */
  static final String ALL =
      "tenant_id bigint, uid bigint, record_uid bigint, created_dt timestamptz, subject_uid bigint,"
          + " worker_uid bigint, queue_uid bigint, revision bigint, attempt_number integer,"
          + " ttl_seconds integer, heartbeat_interval_seconds integer, lease_token,"
          + " next_action_key, idempotency_key, payload_hash bytea, start_state code, expected_state code,"
          + " started_at, start_revision bigint, record_next_action_key, record_idempotency_key,"
          + " record_payload_hash bytea, correlation jsonb, policy_refs jsonb, input_snapshot"
          + " jsonb, action_uid bigint, feed_key bigint, ordinal integer, claim_size integer,"
          + " to_state code, actor, role code, target code, software_code integer, correlation_id,"
          + " trace_id, action_template_uid bigint, actor_uid bigint, granted_by jsonb";

  private AttemptColumns() {}

  /**
   * @param granting the action that granted the lease
   * @param feedKey its place in the log
   * @param claimSize the number of claims of the request; null if it is 1 or another claim has it
   */
  static Object[] of(
      Tx tx,
      Lease lease,
      ExecutionRecord record,
      ActionEntry granting,
      long feedKey,
      Integer claimSize) {
    var action = granting.note();
    boolean claim = action.actionKey() == ActionKey.CLAIM_QUEUE_ITEM;
    var terms = lease.terms();
    var a = record.attempt().besides(terms);
    return new Object[] {
      tx.tenantId(),
      lease.uid(),
      record.uid(),
      BatchWriter.seconds(terms.claimedAt()),
      lease.subjectUid(),
      lease.workerUid(),
      lease.queueUid(),
      terms.subjectRevisionAtClaim(),
      terms.attemptNumber(),
      terms.ttlSeconds(),
      terms.heartbeatIntervalSeconds(),
      terms.leaseToken(),
      terms.nextActionKey(),
      terms.idempotencyKey(),
      hash(terms.payloadHash()),
      ExecutionState.codeOf(a.startState()),
      ExecutionState.codeOf(a.expectedState()),
      time(a.startedAt()),
      a.startRevision(),
      a.nextActionKey(),
      a.idempotencyKey(),
      hash(a.payloadHash()),
      a.correlation().equals(AttemptCorrelation.NONE)
          ? null
          : Json.sparseTree(a.correlation()).toString(),
      a.policyRefs() == null ? null : Json.print(a.policyRefs()),
      text(a.inputSnapshot()),
      granting.ref().uid(),
      feedKey,
      ordinal(action),
      claimSize,
      ExecutionState.codeOf(action.toState()),
      action.actor(),
      roleCode(action.role()),
      targetCode(action.target()),
      tx.softwareCode(),
      action.correlationId(),
      action.traceId(),
      claim ? null : (Long) granting.template().uid(),
      granting.actorUid(),
      claim ? null : DocumentCodec.properties(action)
    };
  }

  /** The code of a role, which an action has by its name. */
  static String roleCode(String name) {
    return name == null ? null : String.valueOf(Role.valueOf(name).code());
  }

  /** The code of the kind of object that the key of a request belongs to: its first letter. */
  static String targetCode(String target) {
    return target == null ? null : target.substring(0, 1);
  }

  /** The place of an action among those of its request. */
  static Integer ordinal(ActionNote action) {
    return action.ordinal() == null ? (Integer) 0 : action.ordinal();
  }

  /**
   * Reads the columns of attempt.sql#attempt_columns.
   *
   * @param template the template of leases
   */
  static Lease lease(ResultSet r, long subjectUid, Template template) throws SQLException {
    var terms =
        LeaseTermsBuilder.builder()
            .leaseToken(r.getString("lease_token"))
            .status(LeaseStatus.valueOf(r.getString("lease_status")))
            .claimedAt(r.getObject("claimed_dt", OffsetDateTime.class).toInstant())
            .heartbeatAt(time(r, "heartbeat_at"))
            .expiresAt(time(r, "expires_at"))
            .releasedAt(time(r, "released_at"))
            .releaseReason(r.getString("release_reason"))
            .attemptNumber(r.getInt("attempt_number"))
            .ttlSeconds(r.getInt("ttl_seconds"))
            .heartbeatIntervalSeconds(number(r, "heartbeat_interval_seconds"))
            .nextActionKey(r.getString("lease_next_action_key"))
            .idempotencyKey(r.getString("lease_idempotency_key"))
            .subjectRevisionAtClaim(r.getLong("lease_revision"))
            .payloadHash(hash(r, "lease_payload_hash"))
            .build();
    long uid = r.getLong("lease_uid");
    return new Lease(
        uid,
        template.mint(uid),
        subjectUid,
        r.getLong("worker_uid"),
        r.getLong("queue_uid"),
        terms);
  }

  /**
   * @param template the template of records
   */
  static ExecutionRecord record(ResultSet r, LeaseTerms under, Template template)
      throws SQLException {
    var stored =
        AttemptBuilder.builder()
            .status(RecordStatus.valueOf(r.getString("record_status")))
            .actionKey(r.getString("record_action_key"))
            .idempotencyKey(r.getString("record_idempotency_key"))
            .payloadHash(hash(r, "record_payload_hash"))
            .expectedState(state(r.getString("expected_state")))
            .startState(state(r.getString("start_state")))
            .endState(state(r.getString("end_state")))
            .startRevision(large(r, "start_revision"))
            .endRevision(large(r, "end_revision"))
            .startedAt(time(r, "started_at"))
            .finishedAt(time(r, "finished_at"))
            .durationMs(large(r, "duration_ms"))
            .retryable(truth(r, "retryable"))
            .errorClass(r.getString("error_class"))
            .errorCode(r.getString("error_code"))
            .errorMessage(r.getString("error_message"))
            .correlation(json(r, "attempt_correlation", AttemptCorrelation.class))
            .inputSnapshot(node(r, "input_snapshot"))
            .resultSnapshot(node(r, "result_snapshot"))
            .policyRefs(refs(r))
            .nextActionKey(r.getString("record_next_action_key"))
            .endingActionKey(r.getString("ending_action_key"))
            .build();
    long uid = r.getLong("record_uid");
    return new ExecutionRecord(uid, template.mint(uid), stored.under(under));
  }

  @SuppressWarnings("unchecked")
  private static List<String> refs(ResultSet r) throws SQLException {
    return json(r, "policy_refs", List.class);
  }

  private static <T> T json(ResultSet r, String column, Class<T> type) throws SQLException {
    var text = r.getString(column);
    return text == null ? null : Json.read(text, type);
  }

  private static JsonNode node(ResultSet r, String column) throws SQLException {
    var text = r.getString(column);
    return text == null ? null : Json.parse(text);
  }

  static String text(JsonNode node) {
    return node == null ? null : node.toString();
  }

  private static ExecutionState state(String name) {
    return name == null ? null : ExecutionState.valueOf(name);
  }

  static String time(Instant time) {
    return time == null ? null : TimeText.of(time);
  }

  private static Instant time(ResultSet r, String column) throws SQLException {
    var text = r.getString(column);
    return text == null ? null : TimeText.parse(text);
  }

  private static Integer number(ResultSet r, String column) throws SQLException {
    int number = r.getInt(column);
    return r.wasNull() ? null : number;
  }

  private static Long large(ResultSet r, String column) throws SQLException {
    long number = r.getLong(column);
    return r.wasNull() ? null : number;
  }

  private static Boolean truth(ResultSet r, String column) throws SQLException {
    boolean truth = r.getBoolean(column);
    return r.wasNull() ? null : truth;
  }

  static byte[] hash(String text) {
    return text == null ? null : HexFormat.of().parseHex(text, HASH.length(), text.length());
  }

  private static String hash(ResultSet r, String column) throws SQLException {
    var bytes = r.getBytes(column);
    return bytes == null ? null : HASH + HexFormat.of().formatHex(bytes);
  }
}
