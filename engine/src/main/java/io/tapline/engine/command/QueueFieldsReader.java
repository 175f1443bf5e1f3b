package io.tapline.engine.command;

import io.tapline.api.ExecutionState;
import io.tapline.engine.model.CompletionPolicy;
import io.tapline.engine.model.ExternalDeadlinePolicy;
import io.tapline.engine.model.PayloadPolicy;

final class QueueFieldsReader {

  private QueueFieldsReader() {}

  static QueueFields read(RequestFields f) {
    return QueueFields.builder()
        .displayName(f.text("display_name"))
        .enabled(f.flag("enabled"))
        .manualOnly(f.flag("manual_only"))
        .operatorVisible(f.flag("operator_visible"))
        .dispatchPriority(f.integer("dispatch_priority"))
        .subjectTemplateCodes(f.texts("subject_template_codes"))
        .eligibleStates(f.choices("eligible_states", ExecutionState.class))
        .requiredWorkerCapabilities(f.texts("required_worker_capabilities"))
        .siteScope(f.texts("site_scope"))
        .platformScope(f.texts("platform_scope"))
        .assayScope(f.texts("assay_scope"))
        .leaseTtlSeconds(f.integer("lease_ttl_seconds"))
        .heartbeatIntervalSeconds(f.integer("heartbeat_interval_seconds"))
        .maxAttemptsDefault(f.integer("max_attempts_default"))
        .retryPolicy(QueueFields.RetryFields.read(f))
        .selectionPolicy(selection(f))
        .diagnosticsEnabled(f.flag("diagnostics_enabled"))
        .payloadPolicy(f.choice("payload_policy", PayloadPolicy.class))
        .deadLetter(f.flag("dead_letter"))
        .externalDeadlinePolicy(f.choice("external_deadline_policy", ExternalDeadlinePolicy.class))
        .completion(f.choice("completion", CompletionPolicy.class))
        .defaultActionKey(f.text("default_action_key"))
        .retentionDays(f.integer("retention_days"))
        .evidenceDays(f.integer("evidence_days"))
        .compensationQueueKey(f.text("compensation_queue_key"))
        .compensationActionKey(f.text("compensation_action_key"))
        .disabledReason(f.text("disabled_reason"))
        .build();
  }

  private static QueueFields.SelectionFields selection(RequestFields f) {
    var selection = f.inside("selection_policy");
    if (selection == null) {
      return null;
    }
    var value = new QueueFields.SelectionFields(selection.texts("order"));
    selection.nothingElse();
    return value;
  }
}
