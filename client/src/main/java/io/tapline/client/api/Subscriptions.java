package io.tapline.client.api;

import io.tapline.api.Page;
import io.tapline.client.http.TaplineHttp;
import io.tapline.client.http.WireJson;

/** Standing orders: which events make which jobs. */
public final class Subscriptions {

  private static final String PATH = "/api/v1/jobs/subscriptions";

  private final TypedCalls calls;
  private final TaplineHttp http;

  public Subscriptions(TaplineHttp http) {
    calls = new TypedCalls(http);
    this.http = http;
  }

  /** Those that are looked for, or were; the oldest first. */
  public Page<SubscriptionView> list(SubscriptionFilter filter) {
    return calls.page(PATH, filter.query(), SubscriptionView.class);
  }

  /** From now on each event that matches makes a job, once. */
  public Subscribed create(SubscriptionRequest request) {
    return WireJson.read(http.post(PATH, request.body()), Subscribed.class);
  }

  /** No more jobs are made of events; what was made stays. */
  public Subscribed retire(String subscriptionId, String reason) {
    return WireJson.read(
        http.post(
            PATH + "/" + TypedCalls.in(subscriptionId) + "/retire",
            new PlainRequest().set("reason", reason).body()),
        Subscribed.class);
  }
}
