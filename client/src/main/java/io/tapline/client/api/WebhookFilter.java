package io.tapline.client.api;

/** Selects webhooks or their dead letters. */
public final class WebhookFilter extends ListFilter<WebhookFilter> {

  private WebhookFilter() {}

  public static WebhookFilter all() {
    return new WebhookFilter();
  }

  /** ACTIVE or RETIRED for webhooks; OPEN, REQUESTED or DELIVERED for dead letters. */
  public WebhookFilter status(String value) {
    return set("status", value);
  }
}
