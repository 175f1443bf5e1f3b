package io.tapline.engine.model;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Somebody outside who wants to hear of events, as it stands in the store. */
public record Webhook(long uid, String euid, Note note) {

  /** A retired one is never used again. */
  public enum Status {
    ACTIVE,
    RETIRED
  }

  /** How events are called: {@code job_succeeded}, or {@code dot.job.succeeded}. */
  public enum Names {
    TAPLINE,
    DOT
  }

  /** Signs of life are many and say little: only who names them gets them. */
  private static final Set<EventType> PULSES =
      EnumSet.of(EventType.JOB_LEASE_RENEWED, EventType.JOB_HEARTBEAT);

  /**
   * What a webhook says.
   *
   * @param sealed what its events are signed with, as the host of the engine keeps it
   * @param eventTypes only those; empty for all but renewals and heartbeats
   * @param queueKeys only events about work of these queues; empty for all
   * @param enabled while it is not, events wait for it in the log
   */
  @RecordBuilder
  public record Note(
      String name,
      String url,
      String sealed,
      List<EventType> eventTypes,
      List<String> queueKeys,
      Names eventNames,
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
     * @param about the queues of the event: the one that was left, and the one that was entered
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

  /** A webhook as administrators see it: everything but the secret. */
  @RecordBuilder
  public record View(
      String webhookEuid,
      String name,
      String url,
      List<EventType> eventTypes,
      List<String> queueKeys,
      Names eventNames,
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
