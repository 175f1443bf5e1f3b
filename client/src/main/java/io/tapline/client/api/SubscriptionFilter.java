package io.tapline.client.api;

/** Which subscriptions: those that are looked for, unless said otherwise. */
public final class SubscriptionFilter extends ListFilter<SubscriptionFilter> {

  private SubscriptionFilter() {}

  /** Those that are looked for. */
  public static SubscriptionFilter active() {
    return new SubscriptionFilter();
  }

  /** Those that were retired. */
  public static SubscriptionFilter retired() {
    return new SubscriptionFilter().set("status", "RETIRED");
  }
}
