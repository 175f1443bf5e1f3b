package io.tapline.engine.command;

import io.tapline.engine.model.ActionName;

/**
 * A request to change something. All of its fields but {@link RequestMeta} make up its payload
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
   * What can be said against the request from the request alone: missing, too long, out of range.
   */
  void check(FieldChecks c);
}
