package io.tapline.engine.store;

import io.tapline.api.CorrelationRefs;
import io.tapline.api.Scope;
import io.tapline.engine.model.ActionNote;
import io.tapline.engine.model.Attempt;
import io.tapline.engine.model.AttemptCorrelation;
import io.tapline.engine.model.Envelope;
import io.tapline.engine.model.Event;
import io.tapline.engine.model.HoldState;
import io.tapline.engine.model.LeaseTerms;
import io.tapline.engine.model.QueueCache;
import io.tapline.tapdb.EuidMint;
import io.tapline.tapdb.Json;
import io.tapline.tapdb.JsonText;
import java.util.Objects;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes and reads the documents of steps. The size of a document determines the cost of a step, so
 * null values, defaults and values that another object contains are left out and restored when they
 * are read. Keys have the order in which PostgreSQL stores them.
 */
public final class DocumentCodec {

  private DocumentCodec() {}

  public static Envelope envelope(String text) {
    return Json.read(text, Envelope.class);
  }

  static String print(Envelope envelope) {
    var text = new JsonText().open();
    fields(text, envelope, null);
    return text.close().toString();
  }

  /**
   * @param action the action that already contains state and revision, or null
   */
  private static void fields(JsonText text, Envelope e, ActionNote action) {
    fields(text, e, action, true);
  }

  /**
   * @param whole false without the fields that facts have as columns
   */
  private static void fields(JsonText text, Envelope e, ActionNote action, boolean whole) {
    boolean hasState = action != null && e.state() == action.toState();
    boolean hasRevision = action != null && Objects.equals(e.revision(), action.revisionAfter());
    text.raw("scope", Scope.NONE.equals(e.scope()) ? null : Json.print(e.scope()))
        .put("state", hasState ? null : e.state())
        .put("due_at", e.dueAt())
        .raw("summary", e.summary() == null ? null : Json.print(e.summary()))
        .raw("external", e.external() == null ? null : Json.print(e.external()))
        .put("priority", whole ? (Number) e.priority() : null)
        .put("ready_at", whole ? e.readyAt() : null)
        .put("retry_at", e.retryAt())
        .put("revision", hasRevision ? null : (Number) e.revision())
        .put("terminal", whole && e.terminal() ? Boolean.TRUE : null)
        .put("trace_id", e.traceId())
        .put("held_from", e.heldFrom())
        .put("cleaned_at", e.cleanedAt())
        .put("hold_state", e.holdState() == HoldState.NONE ? null : e.holdState())
        .raw("submission", e.submission() == null ? null : Json.print(e.submission()))
        .put("compensates", e.compensates())
        .raw("correlation", refs(e.correlation()))
        .put("deadline_at", e.deadlineAt())
        .put("hold_reason", e.holdReason());
    cache(text, e.queueCache());
    text.put("attempt_count", whole ? (Number) e.attemptCount() : null)
        .put("workflow_euid", e.workflowEuid())
        .put("correlation_id", e.correlationId())
        .put("evidence_until", e.evidenceUntil())
        .put("next_queue_key", e.nextQueueKey())
        .put("next_action_key", e.nextActionKey())
        .put("cancel_requested", e.cancelRequested() ? Boolean.TRUE : null)
        .put("max_attempts_override", e.maxAttemptsOverride())
        .put(
            "last_execution_record_euid",
            whole || lastRecord(e) == null ? e.lastExecutionRecordEuid() : null);
  }

  /** The uid of the last record; null without one, or if the hint is no EUID. */
  static Long lastRecord(Envelope e) {
    var uid = EuidMint.uidOf(e.lastExecutionRecordEuid());
    return uid.isPresent() ? (Long) uid.getAsLong() : null;
  }

  private static void cache(JsonText text, QueueCache cache) {
    if (!cache.equals(QueueCache.EMPTY)) {
      text.open("queue_cache")
          .put("delayed", cache.delayed())
          .put("computed_at", cache.computedAt())
          .put("current_queue_key", cache.currentQueueKey())
          .close();
    }
  }

  public static LeaseTerms lease(String text) {
    return Json.read(text, LeaseTerms.class);
  }

  /**
   * @param under the lease of the attempt, or null for a record without a lease
   */
  public static Attempt record(String text, LeaseTerms under) {
    var stored = Json.read(text, Attempt.class);
    return under == null ? stored : stored.under(under);
  }

  /** The document of a record without a lease. */
  static String print(Attempt a) {
    return inProperties()
        .put("status", a.status())
        .put("end_state", a.endState())
        .put("retryable", a.retryable())
        .put("action_key", a.actionKey())
        .put("error_code", a.errorCode())
        .put("started_at", a.startedAt())
        .raw("correlation", correlation(a.correlation()))
        .put("duration_ms", a.durationMs())
        .put("error_class", a.errorClass())
        .put("finished_at", a.finishedAt())
        .raw("policy_refs", a.policyRefs() == null ? null : Json.print(a.policyRefs()))
        .put("start_state", a.startState())
        .put("end_revision", a.endRevision())
        .put("payload_hash", a.payloadHash())
        .put("error_message", a.errorMessage())
        .put("attempt_number", a.attemptNumber() == 0 ? null : (Number) a.attemptNumber())
        .put("expected_state", a.expectedState())
        .raw("input_snapshot", text(a.inputSnapshot()))
        .put("start_revision", a.startRevision())
        .put("idempotency_key", a.idempotencyKey())
        .put("next_action_key", a.nextActionKey())
        .raw("result_snapshot", text(a.resultSnapshot()))
        .put("ending_action_key", a.endingActionKey())
        .close()
        .close()
        .toString();
  }

  private static String correlation(AttemptCorrelation correlation) {
    return correlation.equals(AttemptCorrelation.NONE)
        ? null
        : Json.sparseTree(correlation).toString();
  }

  private static String refs(CorrelationRefs correlation) {
    return correlation == null ? null : Json.sparseTree(correlation).toString();
  }

  public static ActionNote action(String text) {
    return action((ObjectNode) Json.parse(text));
  }

  public static ActionNote action(ObjectNode node) {
    var execution = (ObjectNode) node.get("execution");
    if (execution != null) {
      copy(node, "to_state", execution, "state");
      copy(node, "revision_after", execution, "revision");
    }
    return Json.read(node, ActionNote.class);
  }

  private static void copy(ObjectNode from, String key, ObjectNode to, String as) {
    if (!to.has(as) && from.has(key)) {
      to.set(as, from.get(key));
    }
  }

  static String print(ActionNote note) {
    return "{\"properties\":" + properties(note) + "}";
  }

  static String properties(ActionNote note) {
    var text =
        new JsonText()
            .open()
            .put("role", note.role())
            .put("verb", note.verb() == null ? null : note.verb().wire())
            .put("actor", note.actor());
    events(text, note);
    text.put("reason", note.reason())
        .raw("result", text(note.result()))
        .put("status", note.status())
        .put("target", note.target())
        .put("ordinal", note.ordinal())
        .raw("metadata", text(note.metadata()))
        .put("override", note.override())
        .put("to_state", note.toState())
        .put("trace_id", note.traceId());
    if (note.execution() != null) {
      fields(text.open("execution"), note.execution(), note);
      text.close();
    }
    return text.put("hold_euid", note.holdEuid())
        .put("queue_key", note.queueKey())
        .word("action_key", note.actionKey().wire())
        .put("from_state", note.fromState())
        .put("lease_euid", note.leaseEuid())
        .put("record_euid", note.recordEuid())
        .put("worker_euid", note.workerEuid())
        .put("payload_hash", note.payloadHash())
        .put("subject_euid", note.subjectEuid())
        .put("correlation_id", note.correlationId())
        .put("revision_after", note.revisionAfter())
        .put("idempotency_key", note.idempotencyKey())
        .put("revision_before", note.revisionBefore())
        .put("dead_letter_euid", note.deadLetterEuid())
        .put("software_version", note.softwareVersion())
        .close()
        .toString();
  }

  /**
   * The envelope after an action, without the fields that its row has as columns; null if there are
   * no others.
   */
  static String execution(ActionNote note) {
    if (note.execution() == null) {
      return null;
    }
    var text = new JsonText().open();
    fields(text, note.execution(), note, false);
    var rest = text.close().toString();
    return rest.equals("{}") ? null : rest;
  }

  static String events(ActionNote note) {
    var text = new JsonText().openArray();
    note.events().forEach(event -> event(text, event));
    return text.closeArray().toString();
  }

  private static void events(JsonText text, ActionNote note) {
    if (note.events() != null) {
      text.openArray("events");
      note.events().forEach(event -> event(text, event));
      text.closeArray();
    }
  }

  private static void event(JsonText text, Event event) {
    text.open()
        .put("to", event.to())
        .put("from", event.from())
        .word("type", event.type().wire())
        .put("cause", event.cause())
        .put("revision", event.revision())
        .close();
  }

  private static JsonText inProperties() {
    return new JsonText().open().open("properties");
  }

  static String text(JsonNode node) {
    return node == null ? null : node.toString();
  }
}
