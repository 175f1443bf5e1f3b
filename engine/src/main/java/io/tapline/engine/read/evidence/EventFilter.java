package io.tapline.engine.read.evidence;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.engine.model.EventType;
import java.time.Instant;

/**
 * Which events; null means all.
 *
 * @param from not before this time
 * @param to before this time
 */
@RecordBuilder
public record EventFilter(
    String subjectEuid, EventType type, String correlationId, Instant from, Instant to) {

  /** Whether an index leads to them; what was done to one subject is read from its own history. */
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
