package io.tapline.engine.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.api.Code;
import io.tapline.api.CorrelationRefs;
import io.tapline.api.ExecutionState;
import io.tapline.api.ExternalWork;
import io.tapline.api.FinishedSummary;
import io.tapline.api.Refusal;
import io.tapline.api.Scope;
import io.tapline.api.Submission;
import io.tapline.tapdb.TimeText;
import java.time.Instant;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.annotation.JsonDeserialize;
import tools.jackson.databind.deser.std.StdDeserializer;

/**
 * The execution envelope: the authoritative state of a job. It changes only through {@link Draft},
 * which increments the revision.
 *
 * @param traceId the trace that the job was enqueued in, passed to the worker
 * @param compensates the job that this one compensates; a hint, the lineage link is authoritative
 * @param deadlineAt the time from which the job fails, even under a live lease
 * @param workflowEuid the workflow of the job; a hint that saves jobs without one a query
 * @param cleanedAt when the finished job was archived, after the retention time of its queue
 * @param correlation references to objects of other systems; null when there are none
 * @param evidenceUntil the end of the retention time of the evidence of an archived job
 * @param summary the summary that an archived job keeps
 * @param retiredAt when a tombstone replaced the job: its properties and evidence are deleted
 */
@RecordBuilder
public record Envelope(
    ExecutionState state,
    long revision,
    String nextQueueKey,
    String nextActionKey,
    int priority,
    Instant readyAt,
    Instant dueAt,
    int attemptCount,
    Integer maxAttemptsOverride,
    Instant retryAt,
    HoldState holdState,
    String holdReason,
    boolean cancelRequested,
    boolean terminal,
    @JsonDeserialize(using = Envelope.HintText.class) String lastExecutionRecordEuid,
    QueueCache queueCache,
    @JsonInclude(JsonInclude.Include.NON_NULL) Scope scope,
    @JsonInclude(JsonInclude.Include.NON_NULL) ExecutionState heldFrom,
    @JsonInclude(JsonInclude.Include.NON_NULL) ExternalWork external,
    @JsonInclude(JsonInclude.Include.NON_NULL) String correlationId,
    @JsonInclude(JsonInclude.Include.NON_NULL) String traceId,
    @JsonInclude(JsonInclude.Include.NON_NULL) String compensates,
    @JsonInclude(JsonInclude.Include.NON_NULL) Submission submission,
    @JsonInclude(JsonInclude.Include.NON_NULL) Instant deadlineAt,
    @JsonInclude(JsonInclude.Include.NON_NULL) String workflowEuid,
    @JsonInclude(JsonInclude.Include.NON_NULL) Instant cleanedAt,
    @JsonInclude(JsonInclude.Include.NON_NULL) Instant evidenceUntil,
    @JsonInclude(JsonInclude.Include.NON_NULL) FinishedSummary summary,
    @JsonInclude(JsonInclude.Include.NON_NULL) CorrelationRefs correlation,
    @JsonInclude(JsonInclude.Include.NON_NULL) Instant retiredAt) {

  public Envelope {
    scope = scope == null ? Scope.NONE : scope;
    queueCache = queueCache == null ? QueueCache.EMPTY : queueCache;
    holdState = holdState == null ? HoldState.NONE : holdState;
    correlation = CorrelationRefs.orNull(correlation);
  }

  /** The empty envelope before the first revision. */
  public static Envelope unborn() {
    return EnvelopeBuilder.builder().build();
  }

  /** The refusal of every action on the job when a tombstone replaced it; otherwise null. */
  public Refusal retirement(String subjectEuid) {
    return retiredAt == null
        ? null
        : Refusal.of(
            Code.STATE_CONFLICT,
            ("job %s was retired at %s: its properties and its evidence are deleted; "
                    + "enqueue a new job")
                .formatted(subjectEuid, TimeText.of(retiredAt)));
  }

  /** The time from which the fields of the envelope allow a claim. */
  public Instant visibleFrom() {
    return retryAt != null ? retryAt : readyAt;
  }

  public int maxAttempts(QueuePolicy queue) {
    return maxAttemptsOverride != null ? maxAttemptsOverride : queue.maxAttemptsDefault();
  }

  /** Whether the deadline has passed. */
  public boolean overdue(Instant now) {
    return deadlineAt != null && !deadlineAt.isAfter(now);
  }

  /** Whether one more spent attempt is the last one. */
  public boolean exhaustedByOneMore(QueuePolicy queue) {
    return attemptCount + 1 >= maxAttempts(queue);
  }

  /** The correlation id of a request, else the one that the job was enqueued with. */
  public String correlationIdFor(String requested) {
    return requested != null ? requested : correlationId;
  }

  /**
   * The trace that the job was enqueued in, so that all its actions belong to one trace; else the
   * trace of the request.
   */
  public String traceIdFor(String requested) {
    return traceId != null ? traceId : requested;
  }

  public Draft to(ExecutionState next) {
    return new Draft(this, next);
  }

  /** The next revision of the envelope. The state determines {@code terminal}. */
  public static final class Draft {
    private final EnvelopeBuilder next;
    private final ExecutionState state;
    private String queueKey;
    private Instant readyAt;
    private Instant retryAt;
    private int attemptCount;
    private HoldState holdState;

    private Draft(Envelope from, ExecutionState state) {
      this.state = state;
      this.queueKey = from.nextQueueKey;
      this.readyAt = from.readyAt;
      this.retryAt = from.retryAt;
      this.attemptCount = from.attemptCount;
      this.holdState = from.holdState;
      this.next =
          EnvelopeBuilder.builder(from)
              .state(state)
              .revision(from.revision + 1)
              .terminal(state.terminal());
      if (!state.terminal()) {
        // A job that continues is not archived any more.
        next.cleanedAt(null).evidenceUntil(null).summary(null);
      }
    }

    public Draft queue(String queueKey, String actionKey) {
      this.queueKey = queueKey;
      next.nextActionKey(actionKey);
      return this;
    }

    public Draft priority(int value) {
      next.priority(value);
      return this;
    }

    public Draft readyAt(Instant value) {
      readyAt = value;
      return this;
    }

    public Draft dueAt(Instant value) {
      next.dueAt(value);
      return this;
    }

    public Draft retryAt(Instant value) {
      retryAt = value;
      return this;
    }

    public Draft spendAttempt() {
      attemptCount++;
      return this;
    }

    /** Resets the attempts, in a next queue or by a requeue. */
    public Draft forgetAttempts() {
      attemptCount = 0;
      retryAt = null;
      return this;
    }

    public Draft maxAttempts(Integer value) {
      next.maxAttemptsOverride(value);
      return this;
    }

    public Draft held(ExecutionState before, String reason) {
      holdState = HoldState.ACTIVE;
      next.holdReason(reason).heldFrom(before);
      return this;
    }

    public Draft noHold() {
      holdState = HoldState.NONE;
      next.holdReason(null).heldFrom(null);
      return this;
    }

    public Draft canceled() {
      if (holdState == HoldState.ACTIVE) {
        holdState = HoldState.TERMINAL;
      }
      next.heldFrom(null).external(null);
      return this;
    }

    public Draft cancelRequested(boolean value) {
      next.cancelRequested(value);
      return this;
    }

    public Draft lastRecord(String recordEuid) {
      next.lastExecutionRecordEuid(recordEuid);
      return this;
    }

    public Draft scope(Scope value) {
      next.scope(value);
      return this;
    }

    public Draft external(ExternalWork value) {
      next.external(value);
      return this;
    }

    public Draft correlation(String value) {
      next.correlationId(value);
      return this;
    }

    public Draft correlation(CorrelationRefs value) {
      next.correlation(value);
      return this;
    }

    public Draft trace(String value) {
      next.traceId(value);
      return this;
    }

    public Draft compensates(String subjectEuid) {
      next.compensates(subjectEuid);
      return this;
    }

    /** Set once, when the job is enqueued. */
    public Draft submission(Submission value) {
      next.submission(value);
      return this;
    }

    public Draft deadline(Instant value) {
      next.deadlineAt(value);
      return this;
    }

    public Draft workflow(String euid) {
      next.workflowEuid(euid);
      return this;
    }

    public Draft cleaned(Instant now, Instant evidence, FinishedSummary summary) {
      next.cleanedAt(now).evidenceUntil(evidence).summary(summary);
      return this;
    }

    public Envelope at(Instant now) {
      var visibleFrom = retryAt != null ? retryAt : readyAt;
      var cache = state.claimable() ? QueueCache.at(queueKey, visibleFrom, now) : QueueCache.EMPTY;
      return next.nextQueueKey(queueKey)
          .readyAt(readyAt)
          .retryAt(retryAt)
          .attemptCount(attemptCount)
          .holdState(holdState)
          .queueCache(cache)
          .build();
    }
  }

  /**
   * Reads a text that nothing depends on. A value of another type is read as null and is no error.
   */
  static final class HintText extends StdDeserializer<String> {

    HintText() {
      super(String.class);
    }

    @Override
    public String deserialize(JsonParser parser, DeserializationContext context) {
      if (parser.currentToken() == JsonToken.VALUE_STRING) {
        return parser.getString();
      }
      parser.skipChildren();
      return null;
    }
  }
}
