package io.tapline.engine.command;

import io.tapline.engine.model.ActionName;

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

  /** Checks that need no data but the request: missing values, lengths and ranges. */
  void check(FieldChecks c);
}
