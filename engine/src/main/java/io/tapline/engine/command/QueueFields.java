package io.tapline.engine.command;

import io.tapline.engine.model.CompletionPolicy;
import io.tapline.engine.model.ExecutionState;
import io.tapline.engine.model.ExternalDeadlinePolicy;
import io.tapline.engine.model.PayloadPolicy;
import java.math.BigDecimal;
import java.util.List;

/** The fields of a queue that a request may name; null means not named. */
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
    Integer retentionDays,
    Integer evidenceDays,
    String compensationQueueKey,
    String compensationActionKey,
    String executor,
    String disabledReason) {

  public static final QueueFields NONE = builder().build();

  public static Builder builder() {
    return new Builder();
  }

  /** These, to be changed in part. */
  public Builder toBuilder() {
    return builder()
        .displayName(displayName)
        .enabled(enabled)
        .manualOnly(manualOnly)
        .operatorVisible(operatorVisible)
        .dispatchPriority(dispatchPriority)
        .subjectTemplateCodes(subjectTemplateCodes)
        .eligibleStates(eligibleStates)
        .requiredWorkerCapabilities(requiredWorkerCapabilities)
        .siteScope(siteScope)
        .platformScope(platformScope)
        .assayScope(assayScope)
        .leaseTtlSeconds(leaseTtlSeconds)
        .heartbeatIntervalSeconds(heartbeatIntervalSeconds)
        .maxAttemptsDefault(maxAttemptsDefault)
        .retryPolicy(retryPolicy)
        .selectionPolicy(selectionPolicy)
        .diagnosticsEnabled(diagnosticsEnabled)
        .payloadPolicy(payloadPolicy)
        .deadLetter(deadLetter)
        .externalDeadlinePolicy(externalDeadlinePolicy)
        .completion(completion)
        .retentionDays(retentionDays)
        .evidenceDays(evidenceDays)
        .compensationQueueKey(compensationQueueKey)
        .compensationActionKey(compensationActionKey)
        .executor(executor)
        .disabledReason(disabledReason);
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

  /** Names fields one by one; what is not named stays null. */
  public static final class Builder {
    private String displayName;
    private Boolean enabled;
    private Boolean manualOnly;
    private Boolean operatorVisible;
    private Integer dispatchPriority;
    private List<String> subjectTemplateCodes;
    private List<ExecutionState> eligibleStates;
    private List<String> requiredWorkerCapabilities;
    private List<String> siteScope;
    private List<String> platformScope;
    private List<String> assayScope;
    private Integer leaseTtlSeconds;
    private Integer heartbeatIntervalSeconds;
    private Integer maxAttemptsDefault;
    private RetryFields retryPolicy;
    private SelectionFields selectionPolicy;
    private Boolean diagnosticsEnabled;
    private PayloadPolicy payloadPolicy;
    private Boolean deadLetter;
    private ExternalDeadlinePolicy externalDeadlinePolicy;
    private CompletionPolicy completion;
    private Integer retentionDays;
    private Integer evidenceDays;
    private String compensationQueueKey;
    private String compensationActionKey;
    private String executor;
    private String disabledReason;

    private Builder() {}

    public Builder displayName(String value) {
      displayName = value;
      return this;
    }

    public Builder enabled(Boolean value) {
      enabled = value;
      return this;
    }

    public Builder manualOnly(Boolean value) {
      manualOnly = value;
      return this;
    }

    public Builder operatorVisible(Boolean value) {
      operatorVisible = value;
      return this;
    }

    public Builder dispatchPriority(Integer value) {
      dispatchPriority = value;
      return this;
    }

    public Builder subjectTemplateCodes(List<String> value) {
      subjectTemplateCodes = value;
      return this;
    }

    public Builder eligibleStates(List<ExecutionState> value) {
      eligibleStates = value;
      return this;
    }

    public Builder requiredWorkerCapabilities(List<String> value) {
      requiredWorkerCapabilities = value;
      return this;
    }

    public Builder siteScope(List<String> value) {
      siteScope = value;
      return this;
    }

    public Builder platformScope(List<String> value) {
      platformScope = value;
      return this;
    }

    public Builder assayScope(List<String> value) {
      assayScope = value;
      return this;
    }

    public Builder leaseTtlSeconds(Integer value) {
      leaseTtlSeconds = value;
      return this;
    }

    /** 0 for none of its own: a third of the lease. */
    public Builder heartbeatIntervalSeconds(Integer value) {
      heartbeatIntervalSeconds = value;
      return this;
    }

    public Builder maxAttemptsDefault(Integer value) {
      maxAttemptsDefault = value;
      return this;
    }

    public Builder retryPolicy(RetryFields value) {
      retryPolicy = value;
      return this;
    }

    public Builder selectionPolicy(SelectionFields value) {
      selectionPolicy = value;
      return this;
    }

    public Builder diagnosticsEnabled(Boolean value) {
      diagnosticsEnabled = value;
      return this;
    }

    public Builder payloadPolicy(PayloadPolicy value) {
      payloadPolicy = value;
      return this;
    }

    public Builder deadLetter(Boolean value) {
      deadLetter = value;
      return this;
    }

    public Builder externalDeadlinePolicy(ExternalDeadlinePolicy value) {
      externalDeadlinePolicy = value;
      return this;
    }

    public Builder completion(CompletionPolicy value) {
      completion = value;
      return this;
    }

    public Builder retentionDays(Integer value) {
      retentionDays = value;
      return this;
    }

    public Builder evidenceDays(Integer value) {
      evidenceDays = value;
      return this;
    }

    public Builder compensationQueueKey(String value) {
      compensationQueueKey = value;
      return this;
    }

    public Builder compensationActionKey(String value) {
      compensationActionKey = value;
      return this;
    }

    /** Makes it a kind of job, with this executor. */
    public Builder executor(String value) {
      executor = value;
      return this;
    }

    public Builder disabledReason(String value) {
      disabledReason = value;
      return this;
    }

    public QueueFields build() {
      return new QueueFields(
          displayName,
          enabled,
          manualOnly,
          operatorVisible,
          dispatchPriority,
          subjectTemplateCodes,
          eligibleStates,
          requiredWorkerCapabilities,
          siteScope,
          platformScope,
          assayScope,
          leaseTtlSeconds,
          heartbeatIntervalSeconds,
          maxAttemptsDefault,
          retryPolicy,
          selectionPolicy,
          diagnosticsEnabled,
          payloadPolicy,
          deadLetter,
          externalDeadlinePolicy,
          completion,
          retentionDays,
          evidenceDays,
          compensationQueueKey,
          compensationActionKey,
          executor,
          disabledReason);
    }
  }
}
