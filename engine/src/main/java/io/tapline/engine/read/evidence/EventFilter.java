package io.tapline.engine.read.evidence;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.api.EventType;
import java.time.Instant;

/**
 * A filter for events; a null selects all.
 *
 * @param from inclusive start
 * @param to exclusive end
 */
@RecordBuilder
public record EventFilter(
    String subjectEuid, EventType type, String correlationId, Instant from, Instant to) {

  /** Whether an index finds them. The events of one job are read from its history. */
  public boolean indexed() {
    return subjectEuid == null
        && (type != null || correlationId != null || from != null || to != null);
  }

  boolean admits(EventView event) {
    return (type == null || event.type() == type)
        && (correlationId == null || correlationId.equals(event.correlationId()))
        && (from == null || !event.ts().isBefore(from))
        && (to == null || event.ts().isBefore(to));
  }
}
