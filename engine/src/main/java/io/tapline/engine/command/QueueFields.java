package io.tapline.engine.command;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.api.ExecutionState;
import io.tapline.engine.model.CompletionPolicy;
import io.tapline.engine.model.ExternalDeadlinePolicy;
import io.tapline.engine.model.PayloadPolicy;
import java.math.BigDecimal;
import java.util.List;

/**
 * The fields of a queue in a request; null for an absent field.
 *
 * @param heartbeatIntervalSeconds 0 removes the interval, and a third of the lease applies
 * @param executor makes the queue a job kind with this executor
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

  public static QueueFieldsBuilder builder() {
    return QueueFieldsBuilder.builder();
  }

  public QueueFieldsBuilder toBuilder() {
    return QueueFieldsBuilder.builder(this);
  }

  /** The fields of a retry policy in a request. */
  public record RetryFields(
      String mode,
      BigDecimal initialDelaySeconds,
      Double backoffFactor,
      BigDecimal maxDelaySeconds,
      Double jitterFraction) {

    /** Null when {@code retry_policy} is absent. */
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

  /** Only the fixed order is accepted. */
  public record SelectionFields(List<String> order) {}
}
