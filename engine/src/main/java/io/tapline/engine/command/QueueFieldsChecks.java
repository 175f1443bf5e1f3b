package io.tapline.engine.command;

import io.tapline.engine.model.LeaseTerms;
import io.tapline.engine.model.QueuePolicy;
import io.tapline.engine.model.RetryPolicy;

/** Checks of a queue policy that need no data but the request. */
final class QueueFieldsChecks {

  private QueueFieldsChecks() {}

  static void check(FieldChecks c, QueueFields f) {
    c.text("display_name", f.displayName(), Limits.NAME)
        .range("dispatch_priority", f.dispatchPriority(), 0, Limits.PRIORITY)
        .texts("subject_template_codes", f.subjectTemplateCodes(), Limits.KEY)
        .texts("required_worker_capabilities", f.requiredWorkerCapabilities(), Limits.NAME)
        .texts("site_scope", f.siteScope(), Limits.NAME)
        .texts("platform_scope", f.platformScope(), Limits.NAME)
        .texts("assay_scope", f.assayScope(), Limits.NAME)
        .range("lease_ttl_seconds", f.leaseTtlSeconds(), 1, Limits.LEASE_TTL_SECONDS)
        .range(
            "heartbeat_interval_seconds",
            f.heartbeatIntervalSeconds(),
            0,
            Limits.LEASE_TTL_SECONDS / LeaseTerms.BEATS)
        .range("max_attempts_default", f.maxAttemptsDefault(), 1, Limits.ATTEMPTS)
        .text("default_action_key", f.defaultActionKey(), Limits.KEY)
        .range("retention_days", f.retentionDays(), Limits.FOR_EVER, Limits.KEPT_DAYS)
        .range("evidence_days", f.evidenceDays(), Limits.FOR_EVER, Limits.KEPT_DAYS)
        .text("compensation_queue_key", f.compensationQueueKey(), Limits.KEY)
        .text("compensation_action_key", f.compensationActionKey(), Limits.KEY)
        .text("executor", f.executor(), Limits.NAME)
        .text("disabled_reason", f.disabledReason(), Limits.TEXT)
        .that(
            f.eligibleStates() == null
                || (!f.eligibleStates().isEmpty()
                    && f.eligibleStates().stream()
                        .allMatch(state -> state != null && state.claimable())),
            "eligible_states",
            "must be READY, FAILED_RETRYABLE or both")
        .that(
            f.selectionPolicy() == null
                || f.selectionPolicy().order() == null
                || f.selectionPolicy().order().equals(QueuePolicy.SelectionPolicy.FIXED.order()),
            "selection_policy.order",
            "is " + QueuePolicy.SelectionPolicy.FIXED.order() + "; it is the only value");
    var retry = f.retryPolicy();
    if (retry != null) {
      c.that(
              retry.mode() == null || retry.mode().equals(RetryPolicy.EXPONENTIAL_BACKOFF),
              "retry_policy.mode",
              "is " + RetryPolicy.EXPONENTIAL_BACKOFF)
          .range(
              "retry_policy.initial_delay_seconds",
              retry.initialDelaySeconds(),
              0,
              Limits.RETRY_DELAY_SECONDS)
          .range("retry_policy.backoff_factor", retry.backoffFactor(), 1, Limits.BACKOFF_FACTOR)
          .range(
              "retry_policy.max_delay_seconds",
              retry.maxDelaySeconds(),
              0,
              Limits.RETRY_DELAY_SECONDS)
          .range("retry_policy.jitter_fraction", retry.jitterFraction(), 0, 1);
    }
  }
}
