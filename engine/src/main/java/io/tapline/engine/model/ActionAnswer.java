package io.tapline.engine.model;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.api.ExecutionState;
import io.tapline.tapdb.Json;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a carried-out action answers; the same the second time, but for {@code replayed}.
 *
 * @param queueKey the queue that the action was about, for those who count; not on the wire
 * @param toQueueKey the queue that it moved its subject to, if another; likewise
 * @param holderEuid the worker whose lease the action was about, where the request named none;
 *     likewise
 * @param others the actions that the same request carried out on other subjects; likewise
 * @param correlationId what the evidence says, for the log; likewise
 * @param traceId likewise
 * @param verb the engine's own action that it was, or that a pack's action made use of; likewise
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

  /** The state that the action left its subject in; null when it changed no subject. */
  public ExecutionState state() {
    if (result instanceof Envelope envelope) {
      return envelope.state();
    }
    // An action of a pack returns it among other fields.
    var told = result instanceof JsonNode own ? own.at("/execution/state") : null;
    return told == null || told.isMissingNode() ? null : ExecutionState.valueOf(told.asString());
  }

  /**
   * A pack's answer shows the envelope of its subject as the engine's own verbs do: with the fields
   * that are empty, which the evidence leaves out.
   */
  private static Object shown(ActionNote note) {
    if (note.actionKey() instanceof DomainKey
        && note.changed() instanceof ObjectNode told
        && told.path("execution").isObject()) {
      var whole = told.deepCopy();
      whole.set("execution", Json.tree(Json.read(told.get("execution"), Envelope.class)));
      return whole;
    }
    return note.changed();
  }

  /** The changed object as a document. */
  public JsonNode document() {
    return Json.tree(result);
  }

  /** Marks this answer as a replay; the evidence does not store the holder of the lease. */
  public ActionAnswer again() {
    return ActionAnswerBuilder.builder(this).holderEuid(null).replayed(true).build();
  }
}
