package io.tapline.client.api;

import java.util.List;

/** A webhook to be made, or what is to change about one. */
public final class WebhookRequest extends ActionRequest<WebhookRequest> {

  private WebhookRequest() {}

  /** A new one: where events are sent, and what they are signed with. */
  public static WebhookRequest of(String name, String url, String secret) {
    return new WebhookRequest().name(name).url(url).secret(secret);
  }

  /** Nothing changes yet. */
  public static WebhookRequest change() {
    return new WebhookRequest();
  }

  /** For people. */
  public WebhookRequest name(String value) {
    return set("name", value);
  }

  /** Where events are sent, http or https. */
  public WebhookRequest url(String value) {
    return set("url", value);
  }

  /** What they are signed with; nobody can read it again. */
  public WebhookRequest secret(String value) {
    return set("secret", value);
  }

  /** Only those; none: all but renewals and heartbeats. */
  public WebhookRequest eventTypes(List<String> value) {
    return set("event_types", value);
  }

  /** Only of work in these queues; none: of all. */
  public WebhookRequest queues(List<String> value) {
    return set("queue_keys", value);
  }

  /** DOT: types are called dot.job.succeeded and so on; TAPLINE: job_succeeded. */
  public WebhookRequest eventNames(String value) {
    return set("event_names", value);
  }

  /** While it is not, events wait. */
  public WebhookRequest enabled(boolean value) {
    return set("enabled", value);
  }

  /** Why, for the evidence. */
  public WebhookRequest reason(String value) {
    return set("reason", value);
  }
}
