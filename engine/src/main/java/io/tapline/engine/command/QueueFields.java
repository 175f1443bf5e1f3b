package io.tapline.engine.command;

import io.tapline.engine.model.ExecutionState;
import io.tapline.engine.model.ExternalDeadlinePolicy;
import io.tapline.engine.model.PayloadPolicy;
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
    Integer maxAttemptsDefault,
    RetryFields retryPolicy,
    SelectionFields selectionPolicy,
    Boolean diagnosticsEnabled,
    PayloadPolicy payloadPolicy,
    Boolean deadLetter,
    ExternalDeadlinePolicy externalDeadlinePolicy,
    String disabledReason) {

  public static final QueueFields NONE =
      new QueueFields(
          null, null, null, null, null, null, null, null, null, null, null, null, null, null, null,
          null, null, null, null, null);

  /** The fields of a retry policy that a request may name. */
  public record RetryFields(
      String mode,
      Long initialDelaySeconds,
      Double backoffFactor,
      Long maxDelaySeconds,
      Double jitterFraction) {}

  /** The order that a request may name: there is one. */
  public record SelectionFields(List<String> order) {}
}
