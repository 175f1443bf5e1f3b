package io.tapline.engine.model;

import java.time.Instant;
import tools.jackson.databind.JsonNode;

/** A stored webhook dead letter: an event that the webhook did not accept. */
public record WebhookLetter(long uid, String euid, Note note) {

  public enum Status {
    /** All tries failed. */
    OPEN,
    /** An administrator requested another try. */
    REQUESTED,
    DELIVERED
  }

  /**
   * The content of a webhook dead letter.
   *
   * @param tries number of failed tries
   * @param event the event as sent, with the type name that the webhook selected
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
