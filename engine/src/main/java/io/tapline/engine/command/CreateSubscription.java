package io.tapline.engine.command;

import io.tapline.api.Faults;
import io.tapline.api.FieldRule;
import io.tapline.api.Limits;
import io.tapline.api.WireField;
import io.tapline.engine.model.ActionKey;
import io.tapline.engine.model.EventType;
import io.tapline.engine.model.Subscription.EventFilter;
import io.tapline.engine.model.Subscription.Spawn;

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
