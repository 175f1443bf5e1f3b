package io.tapline.engine.command;

import io.tapline.engine.model.ActionKey;
import io.tapline.engine.model.EventType;
import io.tapline.engine.model.Subscription.EventFilter;
import io.tapline.engine.model.Subscription.Spawn;

/** Creates a subscription: each later event that matches creates one job. */
public record CreateSubscription(
    RequestMeta meta,
    String name,
    EventType eventType,
    EventFilter filter,
    Spawn spawn,
    String reason)
    implements SubscriptionCommand {
  @Override
  public ActionKey action() {
    return ActionKey.CREATE_SUBSCRIPTION;
  }

  public static CreateSubscription read(RequestFields f, RequestMeta meta) {
    return new CreateSubscription(
        meta,
        f.text("name"),
        f.wireChoice("event_type", EventType.class, EventType::wire),
        readFilter(f),
        readSpawn(f),
        f.text("reason"));
  }

  @Override
  public void check(FieldChecks c) {
    c.required("name", name, Limits.NAME)
        .present("event_type", eventType)
        .that(
            eventType != EventType.JOB_LEASE_RENEWED && eventType != EventType.JOB_HEARTBEAT,
            "event_type",
            "is an event of every heartbeat; subscribe to events of jobs")
        .present("spawn", spawn);
    if (filter != null) {
      c.text("filter.kind", filter.kind(), Limits.KEY)
          .text("filter.cause", filter.cause(), Limits.NAME)
          .text("filter.correlation_id", filter.correlationId(), Limits.KEY);
    }
    if (spawn != null) {
      c.required("kind", spawn.kind(), Limits.KEY)
          .range("priority", spawn.priority(), -Limits.PRIORITY, Limits.PRIORITY)
          .range("max_attempts", spawn.maxAttempts(), 1, Limits.ATTEMPTS)
          .that(
              filter == null || !spawn.kind().equals(filter.kind()),
              "filter.kind",
              "is the kind of the created job: each job would create the next one, without"
                  + " an end");
      SharedChecks.properties(c, spawn.properties());
    }
    c.required("reason", reason, Limits.TEXT);
  }

  /** The filter for events of the type; null for all. */
  public static EventFilter readFilter(RequestFields f) {
    var filter = f.inside("filter");
    if (filter == null) {
      return null;
    }
    var value =
        new EventFilter(filter.text("kind"), filter.text("cause"), filter.text("correlation_id"));
    filter.nothingElse();
    return value;
  }

  private static Spawn readSpawn(RequestFields f) {
    var spawn = f.inside("spawn");
    if (spawn == null) {
      return null;
    }
    var value =
        new Spawn(
            spawn.text("kind"),
            spawn.integer("priority"),
            spawn.integer("max_attempts"),
            spawn.json("properties"));
    spawn.nothingElse();
    return value;
  }
}
