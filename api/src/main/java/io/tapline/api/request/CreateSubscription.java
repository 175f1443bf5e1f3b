package io.tapline.api.request;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.tapline.api.ActionKey;
import io.tapline.api.EventType;
import io.tapline.api.FieldRule;
import io.tapline.api.Limits;
import io.tapline.api.Refusal.Faults;
import io.tapline.api.WireField;
import tools.jackson.databind.JsonNode;

/** Creates a subscription: each later event that matches creates one job. */
public record CreateSubscription(
    RequestMeta meta,
    @WireField(required = true, length = Limits.NAME, about = "the display name") String name,
    @WireField(required = true, rule = EventTypeRule.class, about = "the type of the events")
        EventType eventType,
    @WireField(about = "the events of that type; default: all except events of the created kind")
        EventFilter filter,
    @WireField.Group Spawn spawn,
    @CommonFields.Reason String reason)
    implements SubscriptionCommand {
  @Override
  public ActionKey action() {
    return ActionKey.CREATE_SUBSCRIPTION;
  }

  @Override
  public void check(Faults faults) {
    if (spawn == null) {
      return;
    }
    faults.that(
        filter == null || filter.kind() == null || !filter.kind().equals(spawn.kind()),
        "filter.kind",
        "is the kind of the created job: each job would create the next one, without an end");
    new CommonFields.PropertiesRule().check("properties", spawn.properties(), faults);
  }

  /**
   * Selects events of the type; null admits all.
   *
   * @param kind the queue of the event
   * @param cause the cause in the event
   * @param correlationId the correlation id of the job
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record EventFilter(
      @WireField(length = Limits.KEY, about = "the kind of the job of the event") String kind,
      @WireField(length = Limits.NAME, about = "the reason in the event") String cause,
      @WireField(length = Limits.KEY, about = "of the job of the event") String correlationId) {}

  /** The queue and the properties of the created job. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Spawn(
      @WireField(required = true, length = Limits.KEY, about = "the queue") String kind,
      @WireField(
              least = -Limits.PRIORITY,
              most = Limits.PRIORITY,
              about = "jobs with a higher priority are claimed first")
          Integer priority,
      @WireField(least = 1, most = Limits.ATTEMPTS, about = "absent: as the queue has it")
          Integer maxAttempts,
      @WireField(bytes = Limits.PAYLOAD_BYTES, object = true, about = "of the created job")
          JsonNode properties) {}

  private static final class EventTypeRule implements FieldRule<EventType> {
    @Override
    public void check(String field, EventType value, Faults faults) {
      faults.that(
          value != EventType.JOB_LEASE_RENEWED && value != EventType.JOB_HEARTBEAT,
          field,
          "is an event of every heartbeat; subscribe to events of jobs");
    }
  }
}
