package io.tapline.api.request;

import io.tapline.api.ActionKey;

/** A request about a webhook. */
public sealed interface WebhookCommand extends Command
    permits CreateWebhook, UpdateWebhook, RetireWebhook, RedeliverEvent, SettleDelivery {

  String reason();

  @Override
  ActionKey action();
}
