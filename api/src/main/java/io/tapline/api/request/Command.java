package io.tapline.api.request;

import io.tapline.api.ActionName;
import io.tapline.api.Refusal.Faults;
import io.tapline.api.RequestForm;
import tools.jackson.databind.node.ObjectNode;

/**
 * A request to change something. All its fields except {@link RequestMeta} are part of its payload
 * hash.
 */
public sealed interface Command
    permits SubjectCommand,
        Enqueue,
        Prepare,
        Claim,
        QueueCommand,
        JobCommand,
        WorkerCommand,
        CredentialCommand,
        PerformAction,
        SubscriptionCommand,
        SwitchSubstrate,
        CreateWorkflow,
        WebhookCommand {

  RequestMeta meta();

  ActionName action();

  /** The body of the request. */
  default ObjectNode document() {
    var document = RequestForm.of(getClass()).document(this);
    if (meta() != null && meta().idempotencyKey() != null) {
      document.put("idempotency_key", meta().idempotencyKey());
    }
    if (meta() != null && meta().correlationId() != null) {
      document.put("correlation_id", meta().correlationId());
    }
    return document;
  }

  /**
   * Checks the rules between the fields of the request. The definitions of the fields contain the
   * rules of each field alone.
   */
  default void check(Faults faults) {}
}
