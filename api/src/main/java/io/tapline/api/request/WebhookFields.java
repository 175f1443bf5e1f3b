package io.tapline.api.request;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.api.EventType;
import io.tapline.api.FieldRule;
import io.tapline.api.Limits;
import io.tapline.api.Refusal.Faults;
import io.tapline.api.WireField;
import java.util.List;

/**
 * The fields of a webhook in a request; null for an absent field.
 *
 * @param secret the stored form: encrypted by the host of the engine
 */
@RecordBuilder
@WireField.Group
@WireField.CheckOrder(
    first = {"name", "url", "secret"},
    last = "event_types")
public record WebhookFields(
    @WireField(length = Limits.NAME, rule = NameRule.class, about = "for people") String name,
    @WireField(
            length = Limits.URL,
            rule = UrlRule.class,
            about = "the address that receives the events, http or https")
        String url,
    @WireField(
            length = Limits.SECRET,
            documentedLength = Limits.SECRET_SENT,
            rule = CommonFields.SecretRule.class,
            about = "the secret of the signatures; it cannot be read again")
        String secret,
    @WireField(
            rule = EventTypesRule.class,
            about = "only events of these types; empty: all except renewals and heartbeats")
        List<EventType> eventTypes,
    @WireField(
            length = Limits.KEY,
            about = "only events of jobs in these queues; empty: all queues")
        List<String> queueKeys,
    @WireField(about = "DOT: types are called dot.job.succeeded and so on; absent: job_succeeded")
        Names eventNames,
    @WireField(about = "false: the webhook is paused, and its events wait") Boolean enabled) {

  /** The names of events: {@code job_succeeded}, or {@code dot.job.succeeded}. */
  public enum Names {
    TAPLINE,
    DOT
  }

  public static final WebhookFields NONE = WebhookFieldsBuilder.builder().build();

  public WebhookFields sealed(String text) {
    return new WebhookFields(name, url, text, eventTypes, queueKeys, eventNames, enabled);
  }

  private static final class NameRule implements FieldRule<String> {
    @Override
    public void check(String field, String value, Faults faults) {
      faults.that(value == null || !value.isBlank(), field, "is blank");
    }
  }

  private static final class UrlRule implements FieldRule<String> {
    @Override
    public void check(String field, String value, Faults faults) {
      var fault = value == null ? null : WebhookAddress.refusal(value);
      faults.that(fault == null, field, fault);
    }
  }

  private static final class EventTypesRule implements FieldRule<List<EventType>> {
    @Override
    public void check(String field, List<EventType> value, Faults faults) {
      faults.that(
          value == null || value.size() <= Limits.LIST,
          field,
          "has more than " + Limits.LIST + " entries");
    }
  }
}
