package io.tapline.engine.decide;

import io.tapline.engine.command.CreateSubscription;
import io.tapline.engine.command.RetireSubscription;
import io.tapline.engine.command.SubscriptionCommand;
import io.tapline.engine.model.EventType;

/** What can be said against a request about a subscription from the request alone. */
final class SubscriptionChecks {

  private SubscriptionChecks() {}

  static void fields(FieldChecks c, SubscriptionCommand command) {
    if (command instanceof CreateSubscription create) {
      create(c, create);
    } else if (command instanceof RetireSubscription retire) {
      c.required("subscription_euid", retire.subscriptionEuid(), Limits.KEY);
    }
    c.required("reason", command.reason(), Limits.TEXT);
  }

  private static void create(FieldChecks c, CreateSubscription create) {
    c.required("name", create.name(), Limits.NAME)
        .present("event_type", create.eventType())
        .that(
            create.eventType() != EventType.JOB_LEASE_RENEWED
                && create.eventType() != EventType.JOB_HEARTBEAT,
            "event_type",
            "comes with every beat of every worker; subscribe to what becomes of the work")
        .present("spawn", create.spawn());
    if (create.filter() != null) {
      c.text("filter.kind", create.filter().kind(), Limits.KEY)
          .text("filter.cause", create.filter().cause(), Limits.NAME)
          .text("filter.correlation_id", create.filter().correlationId(), Limits.KEY);
    }
    if (create.spawn() != null) {
      var spawn = create.spawn();
      c.required("kind", spawn.kind(), Limits.KEY)
          .range("priority", spawn.priority(), 0, Limits.PRIORITY)
          .range("max_attempts", spawn.maxAttempts(), 1, Limits.ATTEMPTS)
          .that(
              create.filter() == null || !spawn.kind().equals(create.filter().kind()),
              "filter.kind",
              "is the kind that is made: each job would make the next, for ever");
      Validation.properties(c, spawn.properties());
    }
  }
}
