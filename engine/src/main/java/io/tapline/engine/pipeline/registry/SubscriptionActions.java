package io.tapline.engine.pipeline.registry;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tapline.api.Code;
import io.tapline.api.Limits;
import io.tapline.api.Refusal;
import io.tapline.api.request.CreateSubscription;
import io.tapline.api.request.RetireSubscription;
import io.tapline.api.request.SubscriptionCommand;
import io.tapline.engine.model.ItemOutcome;
import io.tapline.engine.model.ObjectRef;
import io.tapline.engine.model.Subscription;
import io.tapline.engine.model.SubscriptionNoteBuilder;
import io.tapline.engine.model.SubscriptionStatus;
import io.tapline.engine.pipeline.ActionTransaction;
import io.tapline.engine.pipeline.ActionTransaction.LockPhase;
import io.tapline.engine.store.SubscriptionRows;
import io.tapline.engine.store.TemplateCache;
import io.tapline.tapdb.Feed;
import java.sql.SQLException;
import java.util.Set;

/** The actions that create and retire event subscriptions. */
public final class SubscriptionActions implements RegistryKind<SubscriptionCommand, Subscription> {

  /** The result in the answer. */
  record MadeSubscription(String subscriptionEuid, @JsonUnwrapped Subscription.Note note) {}

  @Override
  public Subscription lock(LockPhase locks, SubscriptionCommand command) throws SQLException {
    return command instanceof RetireSubscription retire
        ? SubscriptionRows.lock(locks.tx(), locks.templates(), retire.subscriptionEuid())
        : null;
  }

  @Override
  public ItemOutcome decide(
      ActionTransaction action, SubscriptionCommand command, Subscription existing)
      throws SQLException {
    var refusal =
        command instanceof CreateSubscription create
            ? refusal(action, create)
            : refusal((RetireSubscription) command, existing);
    if (refusal != null) {
      return ItemOutcome.of(refusal);
    }
    ObjectRef ref;
    Subscription.Note note;
    if (command instanceof CreateSubscription create) {
      note = begin(action, create);
      ref = action.create(TemplateCache.SUBSCRIPTION, create.name(), note);
    } else {
      note = existing.note().retired(action.now(), command.reason());
      ref = action.update(new ObjectRef(existing.uid(), existing.euid()), note);
    }
    return action
        .recorder()
        .principal(ref, new MadeSubscription(ref.euid(), note), command.reason());
  }

  private static Refusal refusal(ActionTransaction action, CreateSubscription create)
      throws SQLException {
    var kind = create.spawn().kind();
    if (action.rows().queues().byKey(Set.of(kind)).isEmpty()) {
      return Refusal.unknown("kind", "kind " + kind);
    }
    int active =
        SubscriptionRows.page(
                action.tx(), action.templates(), SubscriptionStatus.ACTIVE, 0, Limits.SUBSCRIPTIONS)
            .size();
    return active < Limits.SUBSCRIPTIONS
        ? null
        : Refusal.of(
            Code.STATE_CONFLICT,
            "there are " + active + " subscriptions already; retire one first");
  }

  private static Refusal refusal(RetireSubscription retire, Subscription existing) {
    if (existing == null) {
      return Refusal.unknown("subscription_euid", "subscription " + retire.subscriptionEuid());
    }
    return existing.note().status() == SubscriptionStatus.ACTIVE
        ? null
        : Refusal.of(
            Code.STATE_CONFLICT, "subscription " + existing.euid() + " was retired before");
  }

  /** Events that are readable now are past; those of open transactions come later. */
  private static Subscription.Note begin(ActionTransaction action, CreateSubscription create)
      throws SQLException {
    var end = new Feed(action.tx()).end();
    return SubscriptionNoteBuilder.builder()
        .name(create.name())
        .status(SubscriptionStatus.ACTIVE)
        .eventType(create.eventType())
        .filter(create.filter())
        .spawn(create.spawn())
        .readKey(end.feedKey())
        .readUid(end.uid())
        .build();
  }
}
