package io.tapline.client.api;

import io.tapline.api.Page;
import io.tapline.client.http.TaplineHttp;
import io.tapline.client.http.WireJson;

/** Subscriptions that create jobs from events. */
public final class Subscriptions {

  private static final String PATH = "/api/v1/jobs/subscriptions";

  private final TypedCalls calls;
  private final TaplineHttp http;

  public Subscriptions(TaplineHttp http) {
    calls = new TypedCalls(http);
    this.http = http;
  }

  /** Active or retired subscriptions, oldest first. */
  public Page<SubscriptionView> list(SubscriptionFilter filter) {
    return calls.page(PATH, filter.query(), SubscriptionView.class);
  }

  /** Creates a subscription; each later event that matches creates one job. */
  public Subscribed create(SubscriptionRequest request) {
    return WireJson.read(http.post(PATH, request.body()), Subscribed.class);
  }

  /** Ends a subscription; its jobs are kept. */
  public Subscribed retire(String subscriptionId, String reason) {
    return WireJson.read(
        http.post(
            PATH + "/" + TypedCalls.in(subscriptionId) + "/retire",
            new PlainRequest().set("reason", reason).body()),
        Subscribed.class);
  }
}
