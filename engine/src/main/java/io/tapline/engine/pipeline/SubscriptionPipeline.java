package io.tapline.engine.pipeline;

import io.tapline.engine.command.CreateSubscription;
import io.tapline.engine.command.RetireSubscription;
import io.tapline.engine.command.SubscriptionCommand;
import io.tapline.engine.decide.Limits;
import io.tapline.engine.decide.Relationship;
import io.tapline.engine.model.Answer;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.Code;
import io.tapline.engine.model.Outcome;
import io.tapline.engine.model.Ref;
import io.tapline.engine.model.Refusal;
import io.tapline.engine.model.Subscription;
import io.tapline.engine.model.SubscriptionStatus;
import io.tapline.engine.store.Drawn;
import io.tapline.engine.store.Entry;
import io.tapline.engine.store.Kinds;
import io.tapline.engine.store.Rows;
import io.tapline.engine.store.Subscriptions;
import io.tapline.engine.store.Writer;
import io.tapline.tapdb.Feed;
import io.tapline.tapdb.Link;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.util.Set;

/** Subscriptions are made and retired by actions like anything else. */
final class SubscriptionPipeline {

  private final Context context;

  SubscriptionPipeline(Context context) {
    this.context = context;
  }

  Outcome run(Caller caller, SubscriptionCommand command) {
    return Twins.settle(
        context,
        caller,
        command,
        (tx, actorUid, hash) -> attempt(tx, caller, actorUid, command, hash));
  }

  private Outcome attempt(
      Tx tx, Caller caller, long actorUid, SubscriptionCommand command, String hash)
      throws SQLException {
    var existing =
        command instanceof RetireSubscription retire
            ? Subscriptions.lock(tx, context.kinds(), retire.subscriptionEuid())
            : null;
    var before = Twins.before(tx, command, hash, actorUid);
    if (before != null) {
      return before;
    }
    var refusal = refusal(tx, command, existing);
    if (refusal != null) {
      return Outcome.of(refusal);
    }
    var drawn = Drawn.underLock(tx, context.kinds(), 2);
    var writer = new Writer(tx, context.kinds(), drawn);
    var after = write(tx, command, existing, drawn, writer);
    var answer = act(tx, caller, actorUid, command, hash, after, drawn, writer);
    writer.write();
    return Outcome.of(answer);
  }

  private Refusal refusal(Tx tx, SubscriptionCommand command, Subscription existing)
      throws SQLException {
    if (command instanceof CreateSubscription create) {
      var kind = create.spawn().kind();
      if (new Rows(tx, context.kinds()).queuesByKey(Set.of(kind)).isEmpty()) {
        return Refusal.unknown("kind", "kind " + kind);
      }
      int active =
          Subscriptions.page(
                  tx, context.kinds(), SubscriptionStatus.ACTIVE, 0, Limits.SUBSCRIPTIONS)
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
      Tx tx, SubscriptionCommand command, Subscription existing, Drawn drawn, Writer writer)
      throws SQLException {
    if (command instanceof CreateSubscription create) {
      var template = context.kinds().of(tx, Kinds.SUBSCRIPTION);
      var ref = drawn.next(template);
      // What can be read now is past; what is under way comes later.
      var end = new Feed(tx).end();
      var note =
          new Subscription.Note(
              create.name(),
              SubscriptionStatus.ACTIVE,
              create.eventType(),
              create.filter(),
              create.spawn(),
              end.feedKey(),
              end.uid(),
              null,
              null,
              null,
              null);
      writer.register(ref, template, create.name(), note);
      return new Subscription(ref.uid(), ref.euid(), note);
    }
    var retired = existing.note().retired(drawn.now(), command.reason());
    writer.reregister(existing.uid(), retired);
    return new Subscription(existing.uid(), existing.euid(), retired);
  }

  /** A key belongs to whoever sends it: the subscription may not be there yet. */
  private Answer act(
      Tx tx,
      Caller caller,
      long actorUid,
      SubscriptionCommand command,
      String hash,
      Subscription on,
      Drawn drawn,
      Writer writer)
      throws SQLException {
    var template = context.kinds().action(tx, command.action());
    Ref ref = drawn.next(template);
    var note =
        RegistryRecorder.note(
            context,
            caller,
            command,
            hash,
            "actor",
            new Made(on.euid(), on.note()),
            command.reason(),
            null);
    writer.act(new Entry(ref, template, null, null, null, actorUid, null, note));
    writer.link(new Link(ref.uid(), Relationship.EXECUTED_ON, on.uid()));
    return Answer.of(ref.euid(), note, false);
  }

  /** What the answer shows. */
  record Made(
      String subscriptionEuid,
      @com.fasterxml.jackson.annotation.JsonUnwrapped Subscription.Note note) {}
}
