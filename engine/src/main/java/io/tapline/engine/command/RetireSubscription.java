package io.tapline.engine.command;

import io.tapline.engine.model.ActionKey;

/** Ends a subscription; the jobs that it created stay. */
public record RetireSubscription(RequestMeta meta, String subscriptionEuid, String reason)
    implements SubscriptionCommand {
  @Override
  public ActionKey action() {
    return ActionKey.RETIRE_SUBSCRIPTION;
  }

  public static RetireSubscription read(RequestFields f, RequestMeta meta) {
    return new RetireSubscription(meta, f.text("subscription_euid"), f.text("reason"));
  }

  @Override
  public void check(FieldChecks c) {
    c.required("subscription_euid", subscriptionEuid, Limits.KEY)
        .required("reason", reason, Limits.TEXT);
  }
}
