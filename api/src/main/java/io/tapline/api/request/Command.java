package io.tapline.api.request;

import io.tapline.api.ActionName;
import io.tapline.api.Faults;

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

  /**
   * Checks the rules between the fields of the request. The definitions of the fields contain the
   * rules of each field alone.
   */
  default void check(Faults faults) {}
}
