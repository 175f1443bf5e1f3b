package io.tapline.api.request;

import io.tapline.api.ActionKey;
import io.tapline.api.Limits;
import io.tapline.api.WireField;

/** Ends a subscription; the jobs that it created stay. */
public record RetireSubscription(
    RequestMeta meta,
    @WireField(required = true, length = Limits.KEY, about = "the subscription")
        String subscriptionEuid,
    @CommonFields.Reason String reason)
    implements SubscriptionCommand {
  @Override
  public ActionKey action() {
    return ActionKey.RETIRE_SUBSCRIPTION;
  }
}
