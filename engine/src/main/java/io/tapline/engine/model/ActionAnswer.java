package io.tapline.engine.model;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.api.ActionKey;
import io.tapline.api.ActionName;
import io.tapline.api.DomainKey;
import io.tapline.api.ExecutionState;
import io.tapline.tapdb.Json;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The answer of a completed action. A replay differs in {@code replayed} only.
 *
 * @param queueKey the queue that the action was about, for metrics; not on the wire
 * @param toQueueKey the queue that the action moved its job to, if another; not on the wire
 * @param holderEuid the worker that holds the lease, if the request named none; not on the wire
 * @param others the actions of the same request on other jobs; not on the wire
 * @param correlationId the correlation id in the evidence, for the log; not on the wire
 * @param traceId the trace id in the evidence, for the log; not on the wire
 * @param verb the action of the engine, or the one that a pack action used; not on the wire
 * @param result the changed object: an {@link Envelope}, or a document
 */
@RecordBuilder
public record ActionAnswer(
    String status,
    ActionName actionKey,
    String actionEuid,
    String subjectEuid,
    String workerEuid,
    String leaseEuid,
    String recordEuid,
    String holdEuid,
    String deadLetterEuid,
    @JsonIgnore String queueKey,
    @JsonIgnore String toQueueKey,
    @JsonIgnore String holderEuid,
    @JsonIgnore List<ActionAnswer> others,
    @JsonIgnore ActionKey verb,
    @JsonIgnore String correlationId,
    @JsonIgnore String traceId,
    boolean replayed,
    Object result) {

  public ActionAnswer {
    others = others == null ? List.of() : others;
  }

  public static ActionAnswer of(String actionEuid, ActionNote note, boolean replayed) {
    return ActionAnswerBuilder.builder()
        .status(note.status())
        .actionKey(note.actionKey())
        .actionEuid(actionEuid)
        .subjectEuid(note.subjectEuid())
        .workerEuid(note.workerEuid())
        .leaseEuid(note.leaseEuid())
        .recordEuid(note.recordEuid())
        .holdEuid(note.holdEuid())
        .deadLetterEuid(note.deadLetterEuid())
        .queueKey(note.queueKey())
        .toQueueKey(note.toQueueKey())
        .verb(note.actionKey() instanceof ActionKey own ? own : note.verb())
        .correlationId(note.correlationId())
        .traceId(note.traceId())
        .replayed(replayed)
        .result(shown(note))
        .build();
  }

  /** The state of the job after the action; null when the action changed no job. */
  public ExecutionState state() {
    if (result instanceof Envelope envelope) {
      return envelope.state();
    }
    // The result of a pack action contains the envelope among other fields.
    var state = result instanceof JsonNode own ? own.at("/execution/state") : null;
    return state == null || state.isMissingNode() ? null : ExecutionState.valueOf(state.asString());
  }

  /**
   * The evidence omits empty fields of the envelope. The answer of a pack action adds them again,
   * as the answers of the engine's actions have them.
   */
  private static Object shown(ActionNote note) {
    if (note.actionKey() instanceof DomainKey
        && note.changed() instanceof ObjectNode document
        && document.path("execution").isObject()) {
      var whole = document.deepCopy();
      whole.set("execution", Json.tree(Json.read(document.get("execution"), Envelope.class)));
      return whole;
    }
    return note.changed();
  }

  public JsonNode document() {
    return Json.tree(result);
  }

  /** Marks this answer as a replay; the evidence does not store the holder of the lease. */
  public ActionAnswer again() {
    return ActionAnswerBuilder.builder(this).holderEuid(null).replayed(true).build();
  }
}
