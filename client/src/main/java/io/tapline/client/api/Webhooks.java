package io.tapline.client.api;

import io.tapline.api.Page;
import io.tapline.client.http.TaplineHttp;
import java.util.Map;

/** Webhooks, which deliver events to external receivers; for administrators. */
public final class Webhooks {

  private static final String PATH = "/api/v1/webhooks";

  private final TypedCalls calls;

  public Webhooks(TaplineHttp http) {
    calls = new TypedCalls(http);
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
    return calls.post(PATH, request, WebhookView.class);
  }

  /** Changes the given fields only. */
  public WebhookView update(String webhookEuid, WebhookRequest change) {
    return calls.post(
        PATH + "/" + TypedCalls.in(webhookEuid) + "/update", change, WebhookView.class);
  }

  /** Ends deliveries permanently. */
  public WebhookView retire(String webhookEuid, String reason) {
    return calls.post(
        PATH + "/" + TypedCalls.in(webhookEuid) + "/retire", reason, WebhookView.class);
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
    return calls.post(
        "%s/%s/dead-letters/%s/redeliver"
            .formatted(PATH, TypedCalls.in(webhookEuid), TypedCalls.in(deadLetterEuid)),
        reason,
        WebhookLetterView.class);
  }
}
