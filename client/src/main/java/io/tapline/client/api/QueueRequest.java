package io.tapline.client.api;

import io.tapline.api.ExecutionState;
import java.util.List;

/** A queue's policy. An update requires the expected revision and changes only the given fields. */
public final class QueueRequest extends ActionRequest<QueueRequest> {

  private QueueRequest() {}

  public static QueueRequest of(String queueKey) {
    return new QueueRequest().set("queue_key", queueKey);
  }

  public QueueRequest displayName(String value) {
    return set("display_name", value);
  }

  /** A disabled queue shows no jobs. */
  public QueueRequest enabled(boolean value) {
    return set("enabled", value);
  }

  public QueueRequest disabledReason(String value) {
    return set("disabled_reason", value);
  }

  /** Only people may claim its jobs. */
  public QueueRequest manualOnly(boolean value) {
    return set("manual_only", value);
  }

  /**
   * A queue that is not visible appears in lists, dashboards and metrics for administrators only.
   */
  public QueueRequest operatorVisible(boolean value) {
    return set("operator_visible", value);
  }

  /** Workers try queues with higher values first. */
  public QueueRequest dispatchPriority(int value) {
    return set("dispatch_priority", value);
  }

  /** Templates of its jobs; cannot be changed later. */
  public QueueRequest templates(List<String> values) {
    return set("subject_template_codes", values);
  }

  /** States from which jobs are claimed. */
  public QueueRequest eligibleStates(List<ExecutionState> value) {
    return set("eligible_states", value);
  }

  /** Capabilities that a worker must have. */
  public QueueRequest requiredCapabilities(List<String> values) {
    return set("required_worker_capabilities", values);
  }

  /** Sites of its jobs; empty admits all. */
  public QueueRequest sites(List<String> values) {
    return set("site_scope", values);
  }

  /** Platforms of its jobs; empty admits all. */
  public QueueRequest platforms(List<String> values) {
    return set("platform_scope", values);
  }

  /** Assays of its jobs; empty admits all. */
  public QueueRequest assays(List<String> values) {
    return set("assay_scope", values);
  }

  /** Term of a lease. */
  public QueueRequest leaseTtlSeconds(int value) {
    return set("lease_ttl_seconds", value);
  }

  /** Renewal interval of a lease; 0: a third of its term. */
  public QueueRequest heartbeatIntervalSeconds(int value) {
    return set("heartbeat_interval_seconds", value);
  }

  /** Attempts before a job is dead. */
  public QueueRequest maxAttempts(int value) {
    return set("max_attempts_default", value);
  }

  public QueueRequest retryPolicy(RetryPolicy value) {
    return set("retry_policy", value);
  }

  /** Order of claims; the server supports one order only. */
  public QueueRequest selectionPolicy(SelectionPolicy value) {
    return set("selection_policy", value);
  }

  /** Whether the server computes the reasons why jobs wait. */
  public QueueRequest diagnosticsEnabled(boolean value) {
    return set("diagnostics_enabled", value);
  }

  /** ANY, or SIGNAL_ONLY, which refuses payload data. */
  public QueueRequest payloadPolicy(String value) {
    return set("payload_policy", value);
  }

  /** Whether a dead job gets a dead letter. */
  public QueueRequest deadLetter(boolean value) {
    return set("dead_letter", value);
  }

  /** Consequence of overdue external work: FLAG or RETRY. */
  public QueueRequest externalDeadlinePolicy(String value) {
    return set("external_deadline_policy", value);
  }

  /** ANY, or DOMAIN_ACTION: only an action of a pack completes a job. */
  public QueueRequest completion(String value) {
    return set("completion", value);
  }

  /** Days before a finished job is archived; -1: never. */
  public QueueRequest retentionDays(int value) {
    return set("retention_days", value);
  }

  /** Days after archiving before the evidence is deleted; -1: never. */
  public QueueRequest evidenceDays(int value) {
    return set("evidence_days", value);
  }

  /** The action of jobs that are enqueued without one; empty: none. */
  public QueueRequest defaultAction(String value) {
    return set("default_action_key", value);
  }

  /**
   * Queue for the compensation of started jobs that are cancelled or fail permanently; empty: none.
   */
  public QueueRequest compensationQueue(String value) {
    return set("compensation_queue_key", value);
  }

  /** The action of compensation jobs. */
  public QueueRequest compensationAction(String value) {
    return set("compensation_action_key", value);
  }

  /** Stored with the action. */
  public QueueRequest reason(String value) {
    return set("reason", value);
  }
}
