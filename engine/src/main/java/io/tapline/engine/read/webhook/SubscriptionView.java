package io.tapline.engine.read.webhook;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.tapline.engine.model.EventType;
import io.tapline.engine.model.Subscription;
import io.tapline.engine.model.SubscriptionStatus;
import java.time.Instant;

/** A subscription as people see it. */
public record SubscriptionView(
    String subscriptionId,
    String name,
    SubscriptionStatus status,
    EventType eventType,
    @JsonInclude(JsonInclude.Include.NON_NULL) Subscription.EventFilter filter,
    Subscription.Spawn job,
    String cursor,
    @JsonInclude(JsonInclude.Include.NON_NULL) String lastError,
    @JsonInclude(JsonInclude.Include.NON_NULL) Instant lastErrorAt,
    @JsonInclude(JsonInclude.Include.NON_NULL) Instant retiredAt,
    @JsonInclude(JsonInclude.Include.NON_NULL) String retiredReason) {

  static SubscriptionView of(Subscription subscription) {
    var note = subscription.note();
    return new SubscriptionView(
        subscription.euid(),
        note.name(),
        note.status(),
        note.eventType(),
        note.filter(),
        note.spawn(),
        note.readTo().toString(),
        note.lastError(),
        note.lastErrorAt(),
        note.retiredAt(),
        note.retiredReason());
  }
}
