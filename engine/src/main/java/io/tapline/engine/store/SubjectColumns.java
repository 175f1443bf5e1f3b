package io.tapline.engine.store;

import io.tapline.api.CorrelationRefs;
import io.tapline.api.ExecutionState;
import io.tapline.api.ExternalWork;
import io.tapline.api.FinishedSummary;
import io.tapline.api.Scope;
import io.tapline.api.Submission;
import io.tapline.engine.model.Envelope;
import io.tapline.engine.model.EnvelopeBuilder;
import io.tapline.engine.model.HoldState;
import io.tapline.engine.model.Lease;
import io.tapline.engine.model.QueueCache;
import io.tapline.tapdb.EuidMint;
import io.tapline.tapdb.Json;
import io.tapline.tapdb.Template;
import io.tapline.tapdb.TimeText;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * The envelope of a job as columns, and back. Columns of indexes are derived here and in {@code
 * tapline.enqueue} only.
 */
final class SubjectColumns {

  /**
   * The columns that a step may change, in the order of {@link #of} and in the form of {@link
   * ColumnList}.
   */
  static final String NAMES =
      "revision bigint, priority integer, attempt_count integer, max_attempts_override integer,"
          + " delayed boolean, cancel_requested boolean, terminal boolean, exec_state code,"
          + " exec_queue_key, next_action_key, ready_at instant, due_at instant, retry_at instant,"
          + " visible_from instant, ready_queue_key, delayed_queue_key, parked_as, hold_state,"
          + " hold_reason, held_from code, last_record_uid bigint, cached_queue_key, cached_at instant,"
          + " site, platform, assay, correlation_id, trace_id, compensates, deadline instant,"
          + " deadline_at instant, workflow_uid bigint, unsettled_in bigint, cleaned_at instant,"
          + " evidence_until instant, retirable instant, labels jsonb, external jsonb, submission"
          + " jsonb, summary jsonb, lease_uid bigint, lease_worker_uid bigint, lease_queue_uid"
          + " bigint, lease_expires_at instant";

  static final ColumnList STEP = new ColumnList(NAMES);

  /** The column that the mark {@code settled} sets to null. */
  static final int EMPTIED_BY_MARK = STEP.indexOf("unsettled_in");

  /** The columns that search keys are derived from ({@link SubjectKey}). */
  private static final int[] SEARCHED_BY = {
    STEP.indexOf("correlation_id"), STEP.indexOf("labels"), STEP.indexOf("submission")
  };

  /** States that wait for people, for external work or for a retry, and ends without success. */
  private static final Set<ExecutionState> PARKED =
      EnumSet.of(
          ExecutionState.HELD,
          ExecutionState.WAITING_EXTERNAL,
          ExecutionState.PENDING,
          ExecutionState.FAILED_RETRYABLE,
          ExecutionState.FAILED_TERMINAL,
          ExecutionState.CANCELED);

  /** States that may allow a dependent job to proceed. */
  private static final Set<ExecutionState> UNSETTLED =
      EnumSet.of(
          ExecutionState.PENDING,
          ExecutionState.COMPLETED,
          ExecutionState.FAILED_TERMINAL,
          ExecutionState.CANCELED);

  private SubjectColumns() {}

  /**
   * @param live the active lease of the job, lapsed or not, or null
   */
  static Object[] of(Envelope e, Lease live) {
    boolean claimable =
        e.state().claimable()
            && live == null
            && e.holdState() != HoldState.ACTIVE
            && !e.cancelRequested()
            && !e.terminal();
    boolean delayed = Boolean.TRUE.equals(e.queueCache().delayed());
    var workflow = uid(e.workflowEuid());
    return new Object[] {
      e.revision(),
      e.priority(),
      e.attemptCount(),
      e.maxAttemptsOverride(),
      yes(delayed),
      yes(e.cancelRequested()),
      yes(e.terminal()),
      ExecutionState.codeOf(e.state()),
      e.nextQueueKey(),
      e.nextActionKey(),
      time(e.readyAt()),
      time(e.dueAt()),
      time(e.retryAt()),
      time(e.visibleFrom()),
      claimable && !delayed ? e.nextQueueKey() : null,
      claimable && delayed ? e.nextQueueKey() : null,
      parkedAs(e),
      e.holdState() == HoldState.NONE ? null : e.holdState().name(),
      e.holdReason(),
      ExecutionState.codeOf(e.heldFrom()),
      uid(e.lastExecutionRecordEuid()),
      e.queueCache().currentQueueKey(),
      time(e.queueCache().computedAt()),
      e.scope().site(),
      e.scope().platform(),
      e.scope().assay(),
      e.correlationId(),
      e.traceId(),
      e.compensates(),
      time(e.deadlineAt()),
      e.terminal() || e.state() == ExecutionState.HELD ? null : time(e.deadlineAt()),
      workflow,
      UNSETTLED.contains(e.state()) ? workflow : null,
      time(e.cleanedAt()),
      time(e.evidenceUntil()),
      time(e.evidenceUntil()),
      json(CorrelationRefs.orNull(e.correlation())),
      json(e.external()),
      json(e.submission()),
      json(e.summary()),
      live == null ? null : live.uid(),
      live == null ? null : live.workerUid(),
      live == null ? null : live.queueUid(),
      live == null ? null : time(live.terms().expiresAt())
    };
  }

  /**
   * Whether the search keys of a job may change with these columns, in the order of {@link #of}.
   */
  static boolean changesKeys(Object[] before, Object[] after) {
    for (int i : SEARCHED_BY) {
      if (!Objects.equals(before[i], after[i])) {
        return true;
      }
    }
    return false;
  }

  /**
   * The columns contain the uids of a record and of a workflow; the EUIDs are derived from their
   * templates.
   */
  static Envelope read(ResultSet r, Template record, Template workflow) throws SQLException {
    return EnvelopeBuilder.builder()
        .state(ExecutionState.ofCode(r.getString("exec_state")))
        .revision(r.getLong("revision"))
        .nextQueueKey(r.getString("exec_queue_key"))
        .nextActionKey(r.getString("next_action_key"))
        .priority(r.getInt("priority"))
        .readyAt(time(r, "ready_at"))
        .dueAt(time(r, "due_at"))
        .attemptCount(r.getInt("attempt_count"))
        .maxAttemptsOverride(number(r, "max_attempts_override"))
        .retryAt(time(r, "retry_at"))
        .holdState(hold(r.getString("hold_state")))
        .holdReason(r.getString("hold_reason"))
        .cancelRequested(r.getBoolean("cancel_requested"))
        .terminal(r.getBoolean("terminal"))
        .lastExecutionRecordEuid(euid(r, "last_record_uid", record))
        .queueCache(
            new QueueCache(
                r.getString("cached_queue_key"), time(r, "cached_at"), yes(r, "delayed")))
        .scope(new Scope(r.getString("site"), r.getString("platform"), r.getString("assay")))
        .heldFrom(ExecutionState.ofCode(r.getString("held_from")))
        .external(json(r, "external", ExternalWork.class))
        .correlationId(r.getString("correlation_id"))
        .traceId(r.getString("trace_id"))
        .compensates(r.getString("compensates"))
        .submission(json(r, "submission", Submission.class))
        .deadlineAt(time(r, "deadline"))
        .workflowEuid(euid(r, "workflow_uid", workflow))
        .cleanedAt(time(r, "cleaned_at"))
        .evidenceUntil(time(r, "evidence_until"))
        .summary(json(r, "summary", FinishedSummary.class))
        .correlation(refs(r))
        .build();
  }

  /**
   * The properties of a job; null when they were not requested.
   *
   * @param own as they are in its row
   * @param bulky as they are in an object beside it; null when they are in the row
   */
  static JsonNode properties(String own, String bulky) {
    if (bulky != null) {
      return Json.parse(bulky);
    }
    return own == null ? null : own.equals("{}") ? Json.object() : Json.parse(own);
  }

  private static String parkedAs(Envelope e) {
    return PARKED.contains(e.state())
        ? e.state().code() + " " + (e.nextQueueKey() == null ? "" : e.nextQueueKey())
        : null;
  }

  private static Long uid(String euid) {
    return euid == null ? null : (Long) EuidMint.uidOf(euid).orElseThrow();
  }

  private static String euid(ResultSet r, String column, Template template) throws SQLException {
    long uid = r.getLong(column);
    return r.wasNull() ? null : template.mint(uid);
  }

  private static Boolean yes(boolean truth) {
    return truth ? Boolean.TRUE : null;
  }

  private static String time(Instant time) {
    return time == null ? null : TimeText.of(time);
  }

  private static String json(Object value) {
    return value == null ? null : Json.print(value);
  }

  private static HoldState hold(String name) {
    return name == null ? HoldState.NONE : HoldState.valueOf(name);
  }

  private static Instant time(ResultSet r, String column) throws SQLException {
    var time = r.getObject(column, OffsetDateTime.class);
    return time == null ? null : time.toInstant();
  }

  private static Integer number(ResultSet r, String column) throws SQLException {
    int number = r.getInt(column);
    return r.wasNull() ? null : number;
  }

  private static CorrelationRefs refs(ResultSet r) throws SQLException {
    var refs = json(r, "labels", CorrelationRefs.class);
    return refs == null ? CorrelationRefs.NONE : refs;
  }

  private static Boolean yes(ResultSet r, String column) throws SQLException {
    return r.getBoolean(column) ? Boolean.TRUE : null;
  }

  private static <T> T json(ResultSet r, String column, Class<T> type) throws SQLException {
    var text = r.getString(column);
    return text == null ? null : Json.read(text, type);
  }
}
