package io.tapline.client.api;

import io.tapline.api.ExecutionState;
import java.util.List;

/** A queue's policy. To update one, name its revision; only the fields that are named change. */
public final class QueueRequest extends ActionRequest<QueueRequest> {

  private QueueRequest() {}

  /** The queue of this key. */
  public static QueueRequest of(String queueKey) {
    return new QueueRequest().set("queue_key", queueKey);
  }

  /** For people. */
  public QueueRequest displayName(String value) {
    return set("display_name", value);
  }

  /** A disabled queue shows nothing. */
  public QueueRequest enabled(boolean value) {
    return set("enabled", value);
  }

  /** Why it is disabled. */
  public QueueRequest disabledReason(String value) {
    return set("disabled_reason", value);
  }

  /** Claimed by people only. */
  public QueueRequest manualOnly(boolean value) {
    return set("manual_only", value);
  }

  /** Shown on dashboards. */
  public QueueRequest operatorVisible(boolean value) {
    return set("operator_visible", value);
  }

  /** Which queue a worker tries first; higher is sooner. */
  public QueueRequest dispatchPriority(int value) {
    return set("dispatch_priority", value);
  }

  /** The work-bearing templates it serves; cannot be changed later. */
  public QueueRequest templates(List<String> values) {
    return set("subject_template_codes", values);
  }

  /** States that are claimed from. */
  public QueueRequest eligibleStates(List<ExecutionState> value) {
    return set("eligible_states", value);
  }

  /** What a worker must be able to do. */
  public QueueRequest requiredCapabilities(List<String> values) {
    return set("required_worker_capabilities", values);
  }

  /** Sites it admits; empty admits all. */
  public QueueRequest sites(List<String> values) {
    return set("site_scope", values);
  }

  /** Platforms it admits; empty admits all. */
  public QueueRequest platforms(List<String> values) {
    return set("platform_scope", values);
  }

  /** Assays it admits; empty admits all. */
  public QueueRequest assays(List<String> values) {
    return set("assay_scope", values);
  }

  /** How long a lease lasts. */
  public QueueRequest leaseTtlSeconds(int value) {
    return set("lease_ttl_seconds", value);
  }

  /** How often a worker renews it; 0: a third of the lease. */
  public QueueRequest heartbeatIntervalSeconds(int value) {
    return set("heartbeat_interval_seconds", value);
  }

  /** Attempts before it is dead. */
  public QueueRequest maxAttempts(int value) {
    return set("max_attempts_default", value);
  }

  /** When a failure is tried again. */
  public QueueRequest retryPolicy(RetryPolicy value) {
    return set("retry_policy", value);
  }

  /** The one order there is, for those who like to say it. */
  public QueueRequest selectionPolicy(SelectionPolicy value) {
    return set("selection_policy", value);
  }

  /** Kept for people's tools. */
  public QueueRequest diagnosticsEnabled(boolean value) {
    return set("diagnostics_enabled", value);
  }

  /** ANY, or SIGNAL_ONLY, which refuses data. */
  public QueueRequest payloadPolicy(String value) {
    return set("payload_policy", value);
  }

  /** Whether dead work leaves a dead letter. */
  public QueueRequest deadLetter(boolean value) {
    return set("dead_letter", value);
  }

  /** What happens when outside work is overdue: FLAG or RETRY. */
  public QueueRequest externalDeadlinePolicy(String value) {
    return set("external_deadline_policy", value);
  }

  /** ANY, or DOMAIN_ACTION: a step is completed by an action of a pack only. */
  public QueueRequest completion(String value) {
    return set("completion", value);
  }

  /** How long finished work stays before it is put away; -1: for ever. */
  public QueueRequest retentionDays(int value) {
    return set("retention_days", value);
  }

  /** How long, from then on, the evidence of it is kept; -1: for ever. */
  public QueueRequest evidenceDays(int value) {
    return set("evidence_days", value);
  }

  /** The next action of work that arrives without one; empty: none. */
  public QueueRequest defaultAction(String value) {
    return set("default_action_key", value);
  }

  /** Where started work is undone that is cancelled or fails for good; empty: nowhere. */
  public QueueRequest compensationQueue(String value) {
    return set("compensation_queue_key", value);
  }

  /** What is done there. */
  public QueueRequest compensationAction(String value) {
    return set("compensation_action_key", value);
  }

  /** Why, for the evidence. */
  public QueueRequest reason(String value) {
    return set("reason", value);
  }
}
