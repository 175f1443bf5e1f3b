package io.tapline.engine.command;

import io.tapline.engine.model.ActionKey;
import io.tapline.engine.model.EventType;
import io.tapline.engine.model.Subscription.EventFilter;
import io.tapline.engine.model.Subscription.Spawn;

/** From now on each event that matches makes a job, once. */
public record CreateSubscription(
    RequestMeta meta,
    String name,
    EventType eventType,
    EventFilter filter,
    Spawn spawn,
    String reason)
    implements SubscriptionCommand {
  @Override
  public ActionKey action() {
    return ActionKey.CREATE_SUBSCRIPTION;
  }
}
