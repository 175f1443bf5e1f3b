package io.tapline.client.api;

import io.tapline.api.Page;
import io.tapline.client.http.TaplineHttp;
import io.tapline.client.http.WireJson;
import java.util.Map;

/** Who outside hears of events, for administrators. */
public final class Webhooks {

  private static final String PATH = "/api/v1/webhooks";

  private final TypedCalls calls;
  private final TaplineHttp http;

  public Webhooks(TaplineHttp http) {
    calls = new TypedCalls(http);
    this.http = http;
  }

  /** Oldest first, without their secrets. */
  public Page<WebhookView> list(WebhookFilter filter) {
    return calls.page(PATH, filter.query(), WebhookView.class);
  }

  /** One. */
  public WebhookView get(String webhookEuid) {
    return calls.get(PATH + "/" + TypedCalls.in(webhookEuid), Map.of(), WebhookView.class);
  }

  /** Events are sent there from now on. */
  public WebhookView create(WebhookRequest request) {
    return WireJson.read(http.post(PATH, request.body()), WebhookView.class);
  }

  /** What the request does not say stays as it is. */
  public WebhookView update(String webhookEuid, WebhookRequest change) {
    return WireJson.read(
        http.post(PATH + "/" + TypedCalls.in(webhookEuid) + "/update", change.body()),
        WebhookView.class);
  }

  /** Nothing is sent there any more, ever. */
  public WebhookView retire(String webhookEuid, String reason) {
    return WireJson.read(
        http.post(
            PATH + "/" + TypedCalls.in(webhookEuid) + "/retire",
            new PlainRequest().set("reason", reason).body()),
        WebhookView.class);
  }

  /** Events that it would not take, oldest first. */
  public Page<WebhookLetterView> deadLetters(String webhookEuid, WebhookFilter filter) {
    return calls.page(
        PATH + "/" + TypedCalls.in(webhookEuid) + "/dead-letters",
        filter.query(),
        WebhookLetterView.class);
  }

  /** One of them is tried once more. */
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
