package io.tapline.engine.command;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.api.ExecutionState;
import io.tapline.engine.model.CompletionPolicy;
import io.tapline.engine.model.ExternalDeadlinePolicy;
import io.tapline.engine.model.PayloadPolicy;
import java.math.BigDecimal;
import java.util.List;

/**
 * The fields of a queue that a request may name; null means not named.
 *
 * @param heartbeatIntervalSeconds 0 for none of its own: a third of the lease
 * @param executor makes the queue a kind of job, with this executor
 */
@RecordBuilder
public record QueueFields(
    String displayName,
    Boolean enabled,
    Boolean manualOnly,
    Boolean operatorVisible,
    Integer dispatchPriority,
    List<String> subjectTemplateCodes,
    List<ExecutionState> eligibleStates,
    List<String> requiredWorkerCapabilities,
    List<String> siteScope,
    List<String> platformScope,
    List<String> assayScope,
    Integer leaseTtlSeconds,
    Integer heartbeatIntervalSeconds,
    Integer maxAttemptsDefault,
    RetryFields retryPolicy,
    SelectionFields selectionPolicy,
    Boolean diagnosticsEnabled,
    PayloadPolicy payloadPolicy,
    Boolean deadLetter,
    ExternalDeadlinePolicy externalDeadlinePolicy,
    CompletionPolicy completion,
    String defaultActionKey,
    Integer retentionDays,
    Integer evidenceDays,
    String compensationQueueKey,
    String compensationActionKey,
    String executor,
    String disabledReason) {

  public static final QueueFields NONE = builder().build();

  /** Names fields one by one; what is not named stays null. */
  public static QueueFieldsBuilder builder() {
    return QueueFieldsBuilder.builder();
  }

  /** These, to be changed in part. */
  public QueueFieldsBuilder toBuilder() {
    return QueueFieldsBuilder.builder(this);
  }

  /** The fields of a retry policy that a request may name. */
  public record RetryFields(
      String mode,
      BigDecimal initialDelaySeconds,
      Double backoffFactor,
      BigDecimal maxDelaySeconds,
      Double jitterFraction) {

    /** What {@code retry_policy} says; null when it is absent. */
    public static RetryFields read(RequestFields f) {
      var retry = f.inside("retry_policy");
      if (retry == null) {
        return null;
      }
      var value =
          new RetryFields(
              retry.text("mode"),
              retry.exact("initial_delay_seconds"),
              retry.decimal("backoff_factor"),
              retry.exact("max_delay_seconds"),
              retry.decimal("jitter_fraction"));
      retry.nothingElse();
      return value;
    }
  }

  /** The order that a request may name: there is one. */
  public record SelectionFields(List<String> order) {}
}
