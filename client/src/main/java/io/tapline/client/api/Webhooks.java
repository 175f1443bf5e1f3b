package io.tapline.client.api;

import io.tapline.api.Page;
import io.tapline.client.http.TaplineHttp;
import io.tapline.client.http.WireJson;
import java.util.Map;

/** Webhooks, which deliver events to external receivers; for administrators. */
public final class Webhooks {

  private static final String PATH = "/api/v1/webhooks";

  private final TypedCalls calls;
  private final TaplineHttp http;

  public Webhooks(TaplineHttp http) {
    calls = new TypedCalls(http);
    this.http = http;
  }

  /** Webhooks, oldest first, without their secrets. */
  public Page<WebhookView> list(WebhookFilter filter) {
    return calls.page(PATH, filter.query(), WebhookView.class);
  }

  public WebhookView get(String webhookEuid) {
    return calls.get(PATH + "/" + TypedCalls.in(webhookEuid), Map.of(), WebhookView.class);
  }

  /** Creates a webhook for events from now on. */
  public WebhookView create(WebhookRequest request) {
    return WireJson.read(http.post(PATH, request.body()), WebhookView.class);
  }

  /** Changes the given fields only. */
  public WebhookView update(String webhookEuid, WebhookRequest change) {
    return WireJson.read(
        http.post(PATH + "/" + TypedCalls.in(webhookEuid) + "/update", change.body()),
        WebhookView.class);
  }

  /** Ends deliveries permanently. */
  public WebhookView retire(String webhookEuid, String reason) {
    return WireJson.read(
        http.post(
            PATH + "/" + TypedCalls.in(webhookEuid) + "/retire",
            new PlainRequest().set("reason", reason).body()),
        WebhookView.class);
  }

  /** Events that could not be delivered, oldest first. */
  public Page<WebhookLetterView> deadLetters(String webhookEuid, WebhookFilter filter) {
    return calls.page(
        PATH + "/" + TypedCalls.in(webhookEuid) + "/dead-letters",
        filter.query(),
        WebhookLetterView.class);
  }

  /** Retries the delivery of one event. */
  public WebhookLetterView redeliver(String webhookEuid, String deadLetterEuid, String reason) {
    return WireJson.read(
        http.post(
            PATH
                + "/"
                + TypedCalls.in(webhookEuid)
                + "/dead-letters/"
                + TypedCalls.in(deadLetterEuid)
                + "/redeliver",
            new PlainRequest().set("reason", reason).body()),
        WebhookLetterView.class);
  }
}
