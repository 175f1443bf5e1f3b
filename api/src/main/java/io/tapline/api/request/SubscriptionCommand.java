package io.tapline.api.request;

/** A request about a subscription to events. */
public sealed interface SubscriptionCommand extends Command
    permits CreateSubscription, RetireSubscription {

  String reason();
}
