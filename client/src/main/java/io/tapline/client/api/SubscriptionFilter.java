package io.tapline.client.api;

/** Selects active subscriptions, or retired ones. */
public final class SubscriptionFilter extends ListFilter<SubscriptionFilter> {

  private SubscriptionFilter() {}

  public static SubscriptionFilter active() {
    return new SubscriptionFilter();
  }

  public static SubscriptionFilter retired() {
    return new SubscriptionFilter().set("status", "RETIRED");
  }
}
