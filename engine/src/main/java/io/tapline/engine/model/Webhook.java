package io.tapline.engine.model;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.api.EventType;
import io.tapline.api.request.WebhookFields;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** A stored webhook: an external receiver of events. */
public record Webhook(long uid, String euid, Note note) {

  /** RETIRED is final. */
  public enum Status {
    ACTIVE,
    RETIRED
  }

  /**
   * Renewals and heartbeats are frequent and carry little information, so a webhook receives them
   * only if it names them.
   */
  private static final Set<EventType> PULSES =
      EnumSet.of(EventType.JOB_LEASE_RENEWED, EventType.JOB_HEARTBEAT);

  /**
   * The content of a webhook.
   *
   * @param sealed the signing secret, encrypted by the host of the engine
   * @param eventTypes the selected types; empty for all except renewals and heartbeats
   * @param queueKeys the queues whose events are sent; empty for all
   * @param enabled while false, events wait for the webhook in the log
   */
  @RecordBuilder
  public record Note(
      String name,
      String url,
      String sealed,
      List<EventType> eventTypes,
      List<String> queueKeys,
      WebhookFields.Names eventNames,
      boolean enabled,
      Status status,
      long revision,
      String createdBy,
      Instant createdAt) {

    public Note {
      eventTypes = eventTypes == null ? List.of() : eventTypes;
      queueKeys = queueKeys == null ? List.of() : queueKeys;
    }

    /**
     * @param about the queues of the event: the one the job left and the one it entered
     */
    public boolean wants(EventType type, List<String> about) {
      return (eventTypes.isEmpty() ? !PULSES.contains(type) : eventTypes.contains(type))
          && (queueKeys.isEmpty() || about.stream().anyMatch(queueKeys::contains));
    }

    public boolean live() {
      return status == Status.ACTIVE && enabled;
    }

    public Note retired() {
      return WebhookNoteBuilder.builder(this)
          .enabled(false)
          .status(Status.RETIRED)
          .revision(revision + 1)
          .build();
    }
  }

  /** The readable form of a webhook: all fields except the secret. */
  @RecordBuilder
  public record View(
      String webhookEuid,
      String name,
      String url,
      List<EventType> eventTypes,
      List<String> queueKeys,
      WebhookFields.Names eventNames,
      boolean enabled,
      Status status,
      long revision,
      String createdBy,
      Instant createdAt) {

    public static View of(String euid, Note note) {
      return WebhookViewBuilder.builder()
          .webhookEuid(euid)
          .name(note.name())
          .url(note.url())
          .eventTypes(note.eventTypes())
          .queueKeys(note.queueKeys())
          .eventNames(note.eventNames())
          .enabled(note.enabled())
          .status(note.status())
          .revision(note.revision())
          .createdBy(note.createdBy())
          .createdAt(note.createdAt())
          .build();
    }
  }
}
