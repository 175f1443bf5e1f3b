package io.tapline.engine.store;

import io.tapline.engine.model.Envelope;
import io.tapline.engine.model.ExecutionRecord;
import io.tapline.engine.model.Lease;
import io.tapline.engine.model.Subject;
import java.time.Instant;
import java.util.Comparator;
import java.util.Objects;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * A job with its newest lease and attempt.
 *
 * @param feedKey the feed key of its newest action
 * @param properties its own properties, if they were requested
 * @param deleted it is in no queue any more, regardless of its envelope
 */
public record SubjectRow(
    Subject subject,
    Lease newest,
    ExecutionRecord record,
    Long feedKey,
    JsonNode properties,
    boolean deleted) {

  static SubjectRow unattempted(
      Subject subject, Long feedKey, JsonNode properties, boolean deleted) {
    return new SubjectRow(subject, null, null, feedKey, properties, deleted);
  }

  /** The newest time of its evidence. */
  Instant newestTime() {
    return newest == null
        ? subject.changedAt()
        : Stream.of(
                subject.changedAt(),
                newest.terms().claimedAt(),
                newest.terms().heartbeatAt(),
                newest.terms().releasedAt())
            .filter(Objects::nonNull)
            .max(Comparator.naturalOrder())
            .orElseThrow();
  }

  /** A copy with properties that were read afterwards. */
  SubjectRow with(JsonNode read) {
    return new SubjectRow(subject, newest, record, feedKey, read, deleted);
  }

  /** A copy with another envelope. */
  public SubjectRow after(Envelope execution) {
    var moved =
        new Subject(
            subject.uid(),
            subject.euid(),
            subject.templateCode(),
            subject.name(),
            subject.createdAt(),
            subject.changedAt(),
            execution);
    return new SubjectRow(moved, newest, record, feedKey, properties, deleted);
  }
}
