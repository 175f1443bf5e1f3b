package io.tapline.engine.command;

import io.tapline.engine.model.EventType;
import io.tapline.engine.model.Webhook;
import java.util.List;

/**
 * What may be said of a webhook; null is unsaid.
 *
 * @param secret as it is kept: sealed by the host of the engine
 */
public record WebhookFields(
    String name,
    String url,
    String secret,
    List<EventType> eventTypes,
    List<String> queueKeys,
    Webhook.Names eventNames,
    Boolean enabled) {

  /** Nothing is said. */
  public static final WebhookFields NONE =
      new WebhookFields(null, null, null, null, null, null, null);

  public WebhookFields sealed(String text) {
    return new WebhookFields(name, url, text, eventTypes, queueKeys, eventNames, enabled);
  }
}
