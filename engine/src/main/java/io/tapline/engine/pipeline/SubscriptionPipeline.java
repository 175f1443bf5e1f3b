package io.tapline.engine.pipeline;

import io.tapline.api.Code;
import io.tapline.engine.command.CreateSubscription;
import io.tapline.engine.command.Limits;
import io.tapline.engine.command.RetireSubscription;
import io.tapline.engine.command.SubscriptionCommand;
import io.tapline.engine.decide.LinkTypes;
import io.tapline.engine.model.ActionAnswer;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.ItemOutcome;
import io.tapline.engine.model.ObjectRef;
import io.tapline.engine.model.Refusal;
import io.tapline.engine.model.Subscription;
import io.tapline.engine.model.SubscriptionNoteBuilder;
import io.tapline.engine.model.SubscriptionStatus;
import io.tapline.engine.store.ActionEntryBuilder;
import io.tapline.engine.store.BatchWriter;
import io.tapline.engine.store.DecisionRows;
import io.tapline.engine.store.SubscriptionRows;
import io.tapline.engine.store.TemplateCache;
import io.tapline.engine.store.TransactionClockAndIds;
import io.tapline.tapdb.Feed;
import io.tapline.tapdb.Link;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.util.Set;

/** Executes the actions that create and retire event subscriptions. */
final class SubscriptionPipeline {

  private final PipelineContext context;

  SubscriptionPipeline(PipelineContext context) {
    this.context = context;
  }

  ItemOutcome execute(Caller caller, SubscriptionCommand command) {
    return IdempotentRetry.settle(
        context,
        caller,
        command,
        (tx, actorUid, hash) -> attempt(tx, caller, actorUid, command, hash));
  }

  private ItemOutcome attempt(
      Tx tx, Caller caller, long actorUid, SubscriptionCommand command, String hash)
      throws SQLException {
    var existing =
        command instanceof RetireSubscription retire
            ? SubscriptionRows.lock(tx, context.templates(), retire.subscriptionEuid())
            : null;
    var before = IdempotentRetry.before(tx, command, hash, actorUid);
    if (before != null) {
      return before;
    }
    var refusal = refusal(tx, command, existing);
    if (refusal != null) {
      return ItemOutcome.of(refusal);
    }
    var clockAndIds = TransactionClockAndIds.underLock(tx, context.templates(), 2);
    var writer = new BatchWriter(tx, context.templates(), clockAndIds);
    var after = write(tx, command, existing, clockAndIds, writer);
    var answer = act(tx, caller, actorUid, command, hash, after, clockAndIds, writer);
    writer.write();
    return ItemOutcome.of(answer);
  }

  private Refusal refusal(Tx tx, SubscriptionCommand command, Subscription existing)
      throws SQLException {
    if (command instanceof CreateSubscription create) {
      var kind = create.spawn().kind();
      if (new DecisionRows(tx, context.templates()).queues().byKey(Set.of(kind)).isEmpty()) {
        return Refusal.unknown("kind", "kind " + kind);
      }
      int active =
          SubscriptionRows.page(
                  tx, context.templates(), SubscriptionStatus.ACTIVE, 0, Limits.SUBSCRIPTIONS)
              .size();
      return active < Limits.SUBSCRIPTIONS
          ? null
          : Refusal.of(
              Code.STATE_CONFLICT,
              "there are " + active + " subscriptions already; retire one first");
    }
    var retire = (RetireSubscription) command;
    if (existing == null) {
      return Refusal.unknown("subscription_euid", "subscription " + retire.subscriptionEuid());
    }
    return existing.note().status() == SubscriptionStatus.ACTIVE
        ? null
        : Refusal.of(
            Code.STATE_CONFLICT, "subscription " + existing.euid() + " was retired before");
  }

  private Subscription write(
      Tx tx,
      SubscriptionCommand command,
      Subscription existing,
      TransactionClockAndIds clockAndIds,
      BatchWriter writer)
      throws SQLException {
    if (command instanceof CreateSubscription create) {
      var template = context.templates().template(tx, TemplateCache.SUBSCRIPTION);
      var ref = clockAndIds.next(template);
      // Events that are readable now are past; those of open transactions come later.
      var end = new Feed(tx).end();
      var note =
          SubscriptionNoteBuilder.builder()
              .name(create.name())
              .status(SubscriptionStatus.ACTIVE)
              .eventType(create.eventType())
              .filter(create.filter())
              .spawn(create.spawn())
              .readKey(end.feedKey())
              .readUid(end.uid())
              .build();
      writer.register(ref, template, create.name(), note);
      return new Subscription(ref.uid(), ref.euid(), note);
    }
    var retired = existing.note().retired(clockAndIds.now(), command.reason());
    writer.reregister(existing.uid(), retired);
    return new Subscription(existing.uid(), existing.euid(), retired);
  }

  /** The key belongs to the principal that sends it, because the subscription may not exist yet. */
  private ActionAnswer act(
      Tx tx,
      Caller caller,
      long actorUid,
      SubscriptionCommand command,
      String hash,
      Subscription on,
      TransactionClockAndIds clockAndIds,
      BatchWriter writer)
      throws SQLException {
    var template = context.templates().action(tx, command.action());
    ObjectRef ref = clockAndIds.next(template);
    var note =
        RegistryRecorder.note(
            context,
            caller,
            command,
            hash,
            "actor",
            new MadeSubscription(on.euid(), on.note()),
            command.reason(),
            null);
    writer.act(
        ActionEntryBuilder.builder()
            .ref(ref)
            .template(template)
            .actorUid(actorUid)
            .note(note)
            .build());
    writer.link(new Link(ref.uid(), LinkTypes.EXECUTED_ON, on.uid()));
    return ActionAnswer.of(ref.euid(), note, false);
  }

  /** The result in the answer. */
  record MadeSubscription(
      String subscriptionEuid,
      @com.fasterxml.jackson.annotation.JsonUnwrapped Subscription.Note note) {}
}
