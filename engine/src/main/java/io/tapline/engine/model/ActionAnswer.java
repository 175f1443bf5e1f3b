package io.tapline.engine.model;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.tapdb.Json;
import tools.jackson.databind.JsonNode;

/**
 * What a carried-out action answers; the same the second time, but for {@code replayed}.
 *
 * @param queueKey the queue that the action was about, for those who count; not on the wire
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
    @JsonIgnore ActionKey verb,
    @JsonIgnore String correlationId,
    @JsonIgnore String traceId,
    boolean replayed,
    Object result) {

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
        .verb(note.actionKey() instanceof ActionKey own ? own : note.verb())
        .correlationId(note.correlationId())
        .traceId(note.traceId())
        .replayed(replayed)
        .result(note.changed())
        .build();
  }

  /** The changed object as a document. */
  public JsonNode document() {
    return Json.tree(result);
  }

  /** The same answer, marked as a replay. */
  public ActionAnswer again() {
    return ActionAnswerBuilder.builder(this).replayed(true).build();
  }
}
