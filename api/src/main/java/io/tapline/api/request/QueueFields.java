package io.tapline.api.request;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.api.CompletionPolicy;
import io.tapline.api.ExecutionState;
import io.tapline.api.ExternalDeadlinePolicy;
import io.tapline.api.FieldRule;
import io.tapline.api.Limits;
import io.tapline.api.PayloadPolicy;
import io.tapline.api.Refusal.Faults;
import io.tapline.api.WireField;
import java.math.BigDecimal;
import java.util.List;

/**
 * The fields of a queue in a request; null for an absent field.
 *
 * @param heartbeatIntervalSeconds 0 removes the interval, and a third of the lease applies
 * @param executor makes the queue a job kind with this executor
 */
@RecordBuilder
@WireField.Group
@WireField.CheckOrder(last = {"eligible_states", "selection_policy", "retry_policy"})
public record QueueFields(
    @WireField(length = Limits.NAME, about = "for people") String displayName,
    @WireField(about = "false: the queue is paused, and its jobs cannot be claimed")
        Boolean enabled,
    @WireField(about = "true: only people can claim from the queue") Boolean manualOnly,
    @WireField(about = "false: only administrators see the queue in lists, dashboard and metrics")
        Boolean operatorVisible,
    @WireField(
            most = Limits.PRIORITY,
            about = "workers claim from queues with a higher value first")
        Integer dispatchPriority,
    @WireField(
            length = Limits.KEY,
            about = "the work-bearing templates it serves; of an existing queue they cannot change")
        List<String> subjectTemplateCodes,
    @WireField(
            documented = {"READY", "FAILED_RETRYABLE"},
            otherwise = "must be READY, FAILED_RETRYABLE or both",
            about = "the states in which jobs can be claimed")
        List<ExecutionState> eligibleStates,
    @WireField(length = Limits.NAME, about = "the capabilities that a worker needs")
        List<String> requiredWorkerCapabilities,
    @WireField(length = Limits.NAME, about = "the accepted sites; empty: all")
        List<String> siteScope,
    @WireField(length = Limits.NAME, about = "the accepted platforms; empty: all")
        List<String> platformScope,
    @WireField(length = Limits.NAME, about = "the accepted assays; empty: all")
        List<String> assayScope,
    @WireField(
            least = 1,
            most = Limits.LEASE_TTL_SECONDS,
            about =
                "the term of a lease; default for a new queue: "
                    + QueueFields.LEASE_SECONDS
                    + ", for a manual_only queue: "
                    + QueueFields.PEOPLES_LEASE_SECONDS)
        Integer leaseTtlSeconds,
    @WireField(
            most = Limits.LEASE_TTL_SECONDS / Limits.BEATS,
            about = "the interval of renewals, at most a third of the term; 0 or absent: a third")
        Integer heartbeatIntervalSeconds,
    @WireField(
            least = 1,
            most = Limits.ATTEMPTS,
            about = "the number of attempts before a job becomes a dead letter")
        Integer maxAttemptsDefault,
    @WireField(about = "the delays between attempts") RetryFields retryPolicy,
    @WireField(about = "the order of claims") SelectionFields selectionPolicy,
    @WireField(about = "false: the server computes no waiting reasons for the jobs")
        Boolean diagnosticsEnabled,
    @WireField(about = "SIGNAL_ONLY: payloads other than signals are refused")
        PayloadPolicy payloadPolicy,
    @WireField(about = "whether a permanent failure creates a dead letter") Boolean deadLetter,
    @WireField(about = "the treatment of overdue external work")
        ExternalDeadlinePolicy externalDeadlinePolicy,
    @WireField(about = "DOMAIN_ACTION: only an action of a pack completes a step; default: ANY")
        CompletionPolicy completion,
    @WireField(
            length = Limits.KEY,
            about =
                "the next action of jobs that are enqueued without"
                    + " next_action_key; empty: none")
        String defaultActionKey,
    @WireField(
            least = Limits.FOR_EVER,
            most = Limits.KEPT_DAYS,
            about = "days before a finished job is cleaned; -1: never; default: 30")
        Integer retentionDays,
    @WireField(
            least = Limits.FOR_EVER,
            most = Limits.KEPT_DAYS,
            about = "days after that before the evidence is deleted; -1: never; default: 3650")
        Integer evidenceDays,
    @WireField(
            length = Limits.KEY,
            about =
                "the queue for the compensation of started jobs that are"
                    + " cancelled or fail permanently; empty: none")
        String compensationQueueKey,
    @WireField(length = Limits.KEY, about = "the action of the compensation")
        String compensationActionKey,
    @WireField(internal = true, length = Limits.NAME, about = "the executor of a job kind")
        String executor,
    @WireField(length = Limits.TEXT, about = "the reason of the pause") String disabledReason) {

  /**
   * The lease duration of a queue that names none: short, because workers renew automatically and
   * the jobs of a crashed worker must not wait long.
   */
  public static final int LEASE_SECONDS = 60;

  /** The lease duration of a manual_only queue: long, because people do not renew. */
  public static final int PEOPLES_LEASE_SECONDS = 900;

  public static final QueueFields NONE = builder().build();

  public static QueueFieldsBuilder builder() {
    return QueueFieldsBuilder.builder();
  }

  public QueueFieldsBuilder toBuilder() {
    return QueueFieldsBuilder.builder(this);
  }

  /** The fields of a retry policy in a request. */
  public record RetryFields(
      @WireField(
              documented = RetryFields.EXPONENTIAL_BACKOFF,
              otherwise = "is " + RetryFields.EXPONENTIAL_BACKOFF,
              about = "the only value")
          String mode,
      @WireField(
              most = Limits.RETRY_DELAY_SECONDS,
              about = "the delay before the first retry, in seconds; 0.5 is half a second")
          BigDecimal initialDelaySeconds,
      @WireField(
              least = 1,
              most = Limits.BACKOFF_FACTOR,
              about = "the factor from one delay to the next")
          Double backoffFactor,
      @WireField(most = Limits.RETRY_DELAY_SECONDS, about = "the maximum delay, in seconds")
          BigDecimal maxDelaySeconds,
      @WireField(most = 1, about = "the random spread of the delays, as a fraction")
          Double jitterFraction) {

    public static final String EXPONENTIAL_BACKOFF = "EXPONENTIAL_BACKOFF";

    /** Exponential delays from the initial one to the maximum. */
    public static RetryFields exponential(
        double initialSeconds, double factor, double mostSeconds) {
      return new RetryFields(
          null, BigDecimal.valueOf(initialSeconds), factor, BigDecimal.valueOf(mostSeconds), null);
    }
  }

  /** Only the fixed order is accepted. */
  public record SelectionFields(
      @WireField(
              length = Limits.NAME,
              documented = {
                "priority_desc",
                "due_at_asc",
                "ready_at_asc",
                "created_dt_asc",
                "euid_asc"
              },
              rule = OrderRule.class,
              about = "the only order")
          List<String> order) {

    public static final List<String> FIXED =
        List.of("priority_desc", "due_at_asc", "ready_at_asc", "created_dt_asc", "euid_asc");

    private static final class OrderRule implements FieldRule<List<String>> {
      @Override
      public void check(String field, List<String> value, Faults faults) {
        faults.that(
            value == null || value.equals(FIXED), field, "is " + FIXED + "; it is the only value");
      }
    }
  }
}
