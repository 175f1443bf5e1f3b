package io.tapline.engine.command;

import io.tapline.engine.model.ActionKey;

/** Events are no longer looked for; what was made stays. */
public record RetireSubscription(RequestMeta meta, String subscriptionEuid, String reason)
    implements SubscriptionCommand {
  @Override
  public ActionKey action() {
    return ActionKey.RETIRE_SUBSCRIPTION;
  }
}
