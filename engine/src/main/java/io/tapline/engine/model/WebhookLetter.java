package io.tapline.engine.model;

import java.time.Instant;
import tools.jackson.databind.JsonNode;

/** An event that a webhook would not take, as it stands in the store. */
public record WebhookLetter(long uid, String euid, Note note) {

  /** Where it stands. */
  public enum Status {
    /** Given up. */
    OPEN,
    /** Somebody asked for one more try. */
    REQUESTED,
    /** Taken in the end. */
    DELIVERED
  }

  /**
   * What a letter says.
   *
   * @param tries how often sending it failed
   * @param event as it was sent, its type under the name that the webhook asked for
   */
  public record Note(
      String webhookEuid,
      Status status,
      int tries,
      String lastError,
      Instant openedAt,
      Instant settledAt,
      JsonNode event) {

    public Note requested() {
      return new Note(webhookEuid, Status.REQUESTED, tries, lastError, openedAt, null, event);
    }

    public Note settled(boolean delivered, String error, Instant now) {
      return delivered
          ? new Note(webhookEuid, Status.DELIVERED, tries, lastError, openedAt, now, event)
          : new Note(webhookEuid, Status.OPEN, tries + 1, error, openedAt, null, event);
    }
  }

  /** A letter as administrators see it. */
  public record View(
      String deadLetterEuid,
      String webhookEuid,
      Status status,
      int tries,
      String lastError,
      Instant openedAt,
      Instant settledAt,
      JsonNode event) {

    public static View of(String euid, Note note) {
      return new View(
          euid,
          note.webhookEuid(),
          note.status(),
          note.tries(),
          note.lastError(),
          note.openedAt(),
          note.settledAt(),
          note.event());
    }
  }
}
