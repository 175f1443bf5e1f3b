package io.tapline.client.api;

import io.tapline.api.Page;
import io.tapline.client.http.TaplineHttp;

/** Subscriptions that create jobs from events. */
public final class Subscriptions {

  private static final String PATH = "/api/v1/jobs/subscriptions";

  private final TypedCalls calls;

  public Subscriptions(TaplineHttp http) {
    calls = new TypedCalls(http);
  }

  /** Active or retired subscriptions, oldest first. */
  public Page<SubscriptionView> list(SubscriptionFilter filter) {
    return calls.page(PATH, filter.query(), SubscriptionView.class);
  }

  /** Creates a subscription; each later event that matches creates one job. */
  public Subscribed create(SubscriptionRequest request) {
    return calls.post(PATH, request, Subscribed.class);
  }

  /** Ends a subscription; its jobs are kept. */
  public Subscribed retire(String subscriptionId, String reason) {
    return calls.post(
        PATH + "/" + TypedCalls.in(subscriptionId) + "/retire", reason, Subscribed.class);
  }
}
