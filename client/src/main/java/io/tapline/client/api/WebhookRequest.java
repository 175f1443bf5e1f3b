package io.tapline.client.api;

import java.util.List;

/** Creates or changes a webhook. */
public final class WebhookRequest extends ActionRequest<WebhookRequest> {

  private WebhookRequest() {}

  /** A new webhook. */
  public static WebhookRequest of(String name, String url, String secret) {
    return new WebhookRequest().name(name).url(url).secret(secret);
  }

  /** An empty change. */
  public static WebhookRequest change() {
    return new WebhookRequest();
  }

  public WebhookRequest name(String value) {
    return set("name", value);
  }

  /** The receiver's URL, http or https. */
  public WebhookRequest url(String value) {
    return set("url", value);
  }

  /** The secret that signs deliveries; it cannot be read again. */
  public WebhookRequest secret(String value) {
    return set("secret", value);
  }

  /** Events of these types only; by default all except renewals and heartbeats. */
  public WebhookRequest eventTypes(List<String> value) {
    return set("event_types", value);
  }

  /** Events of jobs in these queues only; by default all. */
  public WebhookRequest queues(List<String> value) {
    return set("queue_keys", value);
  }

  /** DOT: types are named dot.job.succeeded and so on; TAPLINE: job_succeeded. */
  public WebhookRequest eventNames(String value) {
    return set("event_names", value);
  }

  /** Events wait while the webhook is disabled. */
  public WebhookRequest enabled(boolean value) {
    return set("enabled", value);
  }

  /** Stored with the action. */
  public WebhookRequest reason(String value) {
    return set("reason", value);
  }
}
