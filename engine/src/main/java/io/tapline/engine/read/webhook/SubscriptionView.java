package io.tapline.engine.read.webhook;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.api.EventType;
import io.tapline.api.request.CreateSubscription.EventFilter;
import io.tapline.api.request.CreateSubscription.Spawn;
import io.tapline.engine.model.Subscription;
import io.tapline.engine.model.SubscriptionStatus;
import java.time.Instant;

@RecordBuilder
public record SubscriptionView(
    String subscriptionId,
    String name,
    SubscriptionStatus status,
    EventType eventType,
    @JsonInclude(JsonInclude.Include.NON_NULL) EventFilter filter,
    Spawn job,
    String cursor,
    @JsonInclude(JsonInclude.Include.NON_NULL) String lastError,
    @JsonInclude(JsonInclude.Include.NON_NULL) Instant lastErrorAt,
    @JsonInclude(JsonInclude.Include.NON_NULL) Instant retiredAt,
    @JsonInclude(JsonInclude.Include.NON_NULL) String retiredReason) {

  static SubscriptionView of(Subscription subscription) {
    var note = subscription.note();
    return SubscriptionViewBuilder.builder()
        .subscriptionId(subscription.euid())
        .name(note.name())
        .status(note.status())
        .eventType(note.eventType())
        .filter(note.filter())
        .job(note.spawn())
        .cursor(note.readTo().toString())
        .lastError(note.lastError())
        .lastErrorAt(note.lastErrorAt())
        .retiredAt(note.retiredAt())
        .retiredReason(note.retiredReason())
        .build();
  }
}
