package io.tapline.engine.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.api.CorrelationRefs;
import io.tapline.api.ExecutionState;
import io.tapline.api.ExternalWork;
import io.tapline.api.FinishedSummary;
import io.tapline.api.Scope;
import java.time.Instant;
import tools.jackson.databind.annotation.JsonDeserialize;

/**
 * The execution envelope of a subject: the one authoritative statement about a piece of work. It
 * changes only through {@link Draft}, which counts the revision.
 *
 * @param traceId the trace that it was enqueued within, carried to the worker
 * @param compensates the subject that it undoes; a hint beside the link that says so
 * @param deadlineAt from then on it is no longer worth doing: it fails, even under a live lease
 * @param workflowEuid the workflow that it belongs to; a hint that spares other work a look-up
 * @param cleanedAt when finished work was put away, past its queue's retention
 * @param correlation what it belongs to in the systems around; null for nothing
 * @param evidenceUntil how long the evidence of what was put away is kept
 * @param summary what stays said of work that was put away
 * @param retiredAt when a tombstone replaced it: its properties and its evidence are deleted
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
    @JsonDeserialize(using = HintText.class) String lastExecutionRecordEuid,
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

  /** What comes before the first revision. */
  public static Envelope unborn() {
    return EnvelopeBuilder.builder().build();
  }

  /** When the subject may be claimed, as far as its own fields say. */
  public Instant visibleFrom() {
    return retryAt != null ? retryAt : readyAt;
  }

  public int maxAttempts(QueuePolicy queue) {
    return maxAttemptsOverride != null ? maxAttemptsOverride : queue.maxAttemptsDefault();
  }

  /** Whether it is too late to do it. */
  public boolean overdue(Instant now) {
    return deadlineAt != null && !deadlineAt.isAfter(now);
  }

  /** Whether one more spent attempt is the last one. */
  public boolean exhaustedByOneMore(QueuePolicy queue) {
    return attemptCount + 1 >= maxAttempts(queue);
  }

  public Draft to(ExecutionState next) {
    return new Draft(this, next);
  }

  /**
   * The envelope's next revision in the making. Terminal follows from the state; nobody sets it.
   */
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
        // What goes on was not put away after all.
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

    /** A fresh start: in a next queue, or by requeue. */
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

    /** Said once, when the subject is enqueued. */
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

    public Draft cleaned(Instant now, Instant evidence, FinishedSummary told) {
      next.cleanedAt(now).evidenceUntil(evidence).summary(told);
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
}
