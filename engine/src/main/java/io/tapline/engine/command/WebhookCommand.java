package io.tapline.engine.command;

import io.tapline.engine.model.ActionKey;

/** A request about a webhook. */
public sealed interface WebhookCommand extends Command
    permits CreateWebhook, UpdateWebhook, RetireWebhook, RedeliverEvent, SettleDelivery {

  String reason();

  @Override
  ActionKey action();
}
