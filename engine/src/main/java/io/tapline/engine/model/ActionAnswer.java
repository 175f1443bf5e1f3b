package io.tapline.engine.model;

import com.fasterxml.jackson.annotation.JsonIgnore;
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
    return new ActionAnswer(
        note.status(),
        note.actionKey(),
        actionEuid,
        note.subjectEuid(),
        note.workerEuid(),
        note.leaseEuid(),
        note.recordEuid(),
        note.holdEuid(),
        note.deadLetterEuid(),
        note.queueKey(),
        note.actionKey() instanceof ActionKey own ? own : note.verb(),
        note.correlationId(),
        note.traceId(),
        replayed,
        note.changed());
  }

  /** The changed object as a document. */
  public JsonNode document() {
    return Json.tree(result);
  }

  /** The same answer, marked as a replay. */
  public ActionAnswer again() {
    return new ActionAnswer(
        status,
        actionKey,
        actionEuid,
        subjectEuid,
        workerEuid,
        leaseEuid,
        recordEuid,
        holdEuid,
        deadLetterEuid,
        queueKey,
        verb,
        correlationId,
        traceId,
        true,
        result);
  }
}
