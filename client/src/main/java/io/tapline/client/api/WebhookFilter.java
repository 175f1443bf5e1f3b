package io.tapline.client.api;

/** Which webhooks, or which of their dead letters. */
public final class WebhookFilter extends ListFilter<WebhookFilter> {

  private WebhookFilter() {}

  /** Without any condition. */
  public static WebhookFilter all() {
    return new WebhookFilter();
  }

  /** Webhooks: ACTIVE or RETIRED; dead letters: OPEN, REQUESTED or DELIVERED. */
  public WebhookFilter status(String value) {
    return set("status", value);
  }
}
