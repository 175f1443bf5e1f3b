package io.tapline.engine.command;

import io.tapline.engine.model.ActionKey;
import io.tapline.engine.model.EventType;
import io.tapline.engine.model.Webhook;
import java.util.List;

/** Requests about webhooks. */
final class WebhookReader {

  private WebhookReader() {}

  static Command read(ActionKey action, RequestFields f, RequestMeta meta) {
    return switch (action) {
      case CREATE_WEBHOOK -> new CreateWebhook(meta, fields(f), f.text("reason"));
      case UPDATE_WEBHOOK ->
          new UpdateWebhook(
              meta, f.text("webhook_euid"), CommandReader.revision(f), fields(f), f.text("reason"));
      case RETIRE_WEBHOOK ->
          new RetireWebhook(
              meta, f.text("webhook_euid"), f.text("reason"), CommandReader.revision(f));
      case REDELIVER_WEBHOOK_EVENT ->
          new RedeliverEvent(
              meta, f.text("webhook_euid"), f.text("dead_letter_euid"), f.text("reason"));
      case SETTLE_WEBHOOK_DELIVERY ->
          new SettleDelivery(
              meta,
              f.text("webhook_euid"),
              f.text("dead_letter_euid"),
              f.isTrue("delivered"),
              f.integer("tries"),
              f.text("last_error"),
              f.json("event"),
              f.text("reason"));
      default -> throw new IllegalArgumentException(action + " is not about a webhook");
    };
  }

  private static WebhookFields fields(RequestFields f) {
    return new WebhookFields(
        f.text("name"),
        f.text("url"),
        f.text("secret"),
        types(f),
        f.texts("queue_keys"),
        f.choice("event_names", Webhook.Names.class),
        f.flag("enabled"));
  }

  private static List<EventType> types(RequestFields f) {
    var texts = f.texts("event_types");
    return texts == null ? null : texts.stream().map(WebhookReader::type).toList();
  }

  private static EventType type(String text) {
    return RequestFields.eventType("event_types", text);
  }
}
