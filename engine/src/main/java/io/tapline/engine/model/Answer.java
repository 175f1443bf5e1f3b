package io.tapline.engine.model;

import tools.jackson.databind.JsonNode;

/** What a carried-out action answers; the same the second time, but for {@code replayed}. */
public record Answer(
    String status,
    ActionKey actionKey,
    String actionEuid,
    String subjectEuid,
    String workerEuid,
    String leaseEuid,
    String recordEuid,
    String holdEuid,
    String deadLetterEuid,
    boolean replayed,
    JsonNode result) {

  public static Answer of(String actionEuid, ActionNote note, boolean replayed) {
    return new Answer(
        note.status(),
        note.actionKey(),
        actionEuid,
        note.subjectEuid(),
        note.workerEuid(),
        note.leaseEuid(),
        note.recordEuid(),
        note.holdEuid(),
        note.deadLetterEuid(),
        replayed,
        note.result());
  }

  /** The same, told once more. */
  public Answer again() {
    return new Answer(
        status,
        actionKey,
        actionEuid,
        subjectEuid,
        workerEuid,
        leaseEuid,
        recordEuid,
        holdEuid,
        deadLetterEuid,
        true,
        result);
  }
}
