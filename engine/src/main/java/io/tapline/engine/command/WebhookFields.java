package io.tapline.engine.command;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.engine.model.EventType;
import io.tapline.engine.model.Webhook;
import java.util.List;

/**
 * The fields of a webhook in a request; null for an absent field.
 *
 * @param secret the stored form: encrypted by the host of the engine
 */
@RecordBuilder
public record WebhookFields(
    String name,
    String url,
    String secret,
    List<EventType> eventTypes,
    List<String> queueKeys,
    Webhook.Names eventNames,
    Boolean enabled) {

  public static final WebhookFields NONE = WebhookFieldsBuilder.builder().build();

  public WebhookFields sealed(String text) {
    return new WebhookFields(name, url, text, eventTypes, queueKeys, eventNames, enabled);
  }

  static WebhookFields read(RequestFields f) {
    var types = f.texts("event_types");
    return new WebhookFields(
        f.text("name"),
        f.text("url"),
        f.text("secret"),
        types == null
            ? null
            : types.stream().map(type -> RequestFields.eventType("event_types", type)).toList(),
        f.texts("queue_keys"),
        f.choice("event_names", Webhook.Names.class),
        f.flag("enabled"));
  }

  void check(FieldChecks c) {
    var wrongUrl = url == null ? null : WebhookAddress.refusal(url);
    c.text("name", name, Limits.NAME)
        .that(name == null || !name.isBlank(), "name", "is blank")
        .text("url", url, Limits.URL)
        .that(wrongUrl == null, "url", wrongUrl)
        .text("secret", secret, Limits.SECRET)
        .that(
            secret == null || secret.length() >= Limits.SECRET_LEAST,
            "secret",
            "must have at least " + Limits.SECRET_LEAST + " random characters")
        .texts("queue_keys", queueKeys, Limits.KEY)
        .that(
            eventTypes == null || eventTypes.size() <= Limits.LIST,
            "event_types",
            "has more than " + Limits.LIST + " entries");
  }
}
