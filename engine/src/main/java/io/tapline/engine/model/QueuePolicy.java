package io.tapline.engine.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.api.CompletionPolicy;
import io.tapline.api.ExecutionState;
import io.tapline.api.ExternalDeadlinePolicy;
import io.tapline.api.PayloadPolicy;
import io.tapline.api.request.QueueFields;
import java.time.Instant;
import java.util.List;

/**
 * The policy of a queue. It does not contain the jobs: their envelopes name the queue.
 *
 * @param heartbeatIntervalSeconds the renewal interval of leases; null for a third of the lease
 * @param defaultActionKey the next action of a job that arrives without one, or null
 * @param completion whether any completion ends a step, or only a pack action
 * @param retentionDays days from the end of a job until it is archived; -1: never
 * @param compensationQueueKey the queue for the compensation of started jobs that are cancelled or
 *     fail terminally; null for none
 * @param compensationActionKey the next action of the compensating job
 * @param evidenceDays days from the archiving of a job until its evidence is deleted; -1: never
 * @param predecessorEuids the retired queues that had this key, or null: a request that one of them
 *     completed is a replay here
 * @param executor for a job kind: the executor, which is one of the required capabilities; null for
 *     a queue that is no job kind
 */
@RecordBuilder
public record QueuePolicy(
    String queueKey,
    String displayName,
    boolean enabled,
    boolean manualOnly,
    boolean operatorVisible,
    int dispatchPriority,
    List<String> subjectTemplateCodes,
    List<ExecutionState> eligibleStates,
    List<String> requiredWorkerCapabilities,
    List<String> siteScope,
    List<String> platformScope,
    List<String> assayScope,
    int leaseTtlSeconds,
    Integer heartbeatIntervalSeconds,
    int maxAttemptsDefault,
    RetryPolicy retryPolicy,
    SelectionPolicy selectionPolicy,
    boolean diagnosticsEnabled,
    PayloadPolicy payloadPolicy,
    boolean deadLetter,
    ExternalDeadlinePolicy externalDeadlinePolicy,
    CompletionPolicy completion,
    @JsonInclude(JsonInclude.Include.NON_NULL) String defaultActionKey,
    Integer retentionDays,
    Integer evidenceDays,
    @JsonInclude(JsonInclude.Include.NON_NULL) String compensationQueueKey,
    @JsonInclude(JsonInclude.Include.NON_NULL) String compensationActionKey,
    @JsonInclude(JsonInclude.Include.NON_NULL) String executor,
    @JsonInclude(JsonInclude.Include.NON_NULL) List<String> predecessorEuids,
    long revision,
    String disabledReason,
    @JsonInclude(JsonInclude.Include.NON_NULL) Instant retiredAt,
    @JsonInclude(JsonInclude.Include.NON_NULL) String retiredReason,
    @JsonInclude(JsonInclude.Include.NON_NULL) String replacedBy) {

  /** Long enough to answer questions about the jobs of the last month. */
  public static final int RETENTION_DAYS = 30;

  /** Ten years, because evidence is the purpose of Tapline. */
  public static final int EVIDENCE_DAYS = 3_650;

  /** Stored queues that predate these fields get the defaults. */
  public QueuePolicy {
    completion = completion == null ? CompletionPolicy.ANY : completion;
    retentionDays = retentionDays == null ? RETENTION_DAYS : retentionDays;
    evidenceDays = evidenceDays == null ? EVIDENCE_DAYS : evidenceDays;
  }

  /** The claim order is fixed; the policy contains it for its readers. */
  public record SelectionPolicy(List<String> order) {
    public static final SelectionPolicy FIXED =
        new SelectionPolicy(QueueFields.SelectionFields.FIXED);
  }

  public ScopeFilter reach() {
    return new ScopeFilter(siteScope, platformScope, assayScope);
  }
}
