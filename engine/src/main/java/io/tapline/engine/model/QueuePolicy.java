package io.tapline.engine.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.api.ExecutionState;
import java.time.Instant;
import java.util.List;

/**
 * A queue is policy, never membership.
 *
 * @param heartbeatIntervalSeconds how often a worker renews the lease of work from this queue; null
 *     for a third of the lease
 * @param defaultActionKey the next action of work that arrives without one; null for none
 * @param completion whether a bare completion ends a step, or only an action of a pack
 * @param retentionDays how long finished work stays as it is before it is put away; -1: for ever
 * @param compensationQueueKey where started work of this queue is undone that is cancelled or fails
 *     for good; null for nowhere
 * @param compensationActionKey what is done there
 * @param evidenceDays how long, from then on, the evidence of it is kept; -1: for ever
 * @param predecessorEuids the retired queues that had this key, null for none: a request that was
 *     carried out in one of them is a replay here
 * @param executor of a kind of job: who executes it, one of the capabilities that it asks for; null
 *     for a queue that is no kind of job
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

  /** Long enough to answer questions about last month's work. */
  public static final int RETENTION_DAYS = 30;

  /** Ten years: evidence is what Tapline is for, so it goes only when nobody can ask any more. */
  public static final int EVIDENCE_DAYS = 3_650;

  /** Queues that were made before these could be said. */
  public QueuePolicy {
    completion = completion == null ? CompletionPolicy.ANY : completion;
    retentionDays = retentionDays == null ? RETENTION_DAYS : retentionDays;
    evidenceDays = evidenceDays == null ? EVIDENCE_DAYS : evidenceDays;
  }

  /** The one order there is, named so that a reader of the policy sees it. */
  public record SelectionPolicy(List<String> order) {
    public static final SelectionPolicy FIXED =
        new SelectionPolicy(
            List.of("priority_desc", "due_at_asc", "ready_at_asc", "created_dt_asc", "euid_asc"));
  }

  public ScopeFilter reach() {
    return new ScopeFilter(siteScope, platformScope, assayScope);
  }
}
