package io.tapline.engine.command;

import io.tapline.engine.model.ActionKey;

/** A request about who outside hears of events. */
public sealed interface WebhookCommand extends Command
    permits CreateWebhook, UpdateWebhook, RetireWebhook, RedeliverEvent, SettleDelivery {

  String reason();

  @Override
  ActionKey action();
}
