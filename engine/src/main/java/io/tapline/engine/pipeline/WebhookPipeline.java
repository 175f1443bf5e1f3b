package io.tapline.engine.pipeline;

import io.tapline.engine.command.CreateWebhook;
import io.tapline.engine.command.RedeliverEvent;
import io.tapline.engine.command.RetireWebhook;
import io.tapline.engine.command.SettleDelivery;
import io.tapline.engine.command.UpdateWebhook;
import io.tapline.engine.command.WebhookCommand;
import io.tapline.engine.decide.Relationship;
import io.tapline.engine.decide.WebhookDecision;
import io.tapline.engine.model.Answer;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.Outcome;
import io.tapline.engine.model.Ref;
import io.tapline.engine.model.Webhook;
import io.tapline.engine.model.WebhookLetter;
import io.tapline.engine.store.Drawn;
import io.tapline.engine.store.Entry;
import io.tapline.engine.store.Kinds;
import io.tapline.engine.store.Webhooks;
import io.tapline.engine.store.Writer;
import io.tapline.tapdb.Feed;
import io.tapline.tapdb.Link;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;

/** Who outside hears of events is decided by actions like anything else. */
final class WebhookPipeline {

  /** The webhook or letter, the position of a new one, and the action. */
  private static final int IDS = 3;

  private final Context context;

  WebhookPipeline(Context context) {
    this.context = context;
  }

  Outcome run(Caller caller, WebhookCommand command) {
    return Twins.settle(
        context,
        caller,
        command,
        (tx, actorUid, hash) -> attempt(tx, caller, actorUid, command, hash));
  }

  private Outcome attempt(Tx tx, Caller caller, long actorUid, WebhookCommand command, String hash)
      throws SQLException {
    var webhook = Webhooks.lock(tx, context.kinds(), webhookOf(command));
    var letter = Webhooks.lockLetter(tx, context.kinds(), letterOf(command));
    // Nothing else to hang the key of a new one on, so a key belongs to whoever sends it.
    var before = Twins.before(tx, command, hash, actorUid);
    if (before != null) {
      return before;
    }
    var drawn = Drawn.underLock(tx, context.kinds(), IDS);
    var decided = WebhookDecision.on(command, caller, webhook, letter, drawn.now());
    if (decided.refusal() != null) {
      return Outcome.of(decided.refusal());
    }
    var writer = new Writer(tx, context.kinds(), drawn);
    var answer =
        decided.webhook() != null
            ? webhook(
                tx, caller, actorUid, command, hash, webhook, decided.webhook(), drawn, writer)
            : letter(
                tx,
                caller,
                actorUid,
                command,
                hash,
                webhook,
                letter,
                decided.letter(),
                drawn,
                writer);
    writer.write();
    return Outcome.of(answer);
  }

  private static String webhookOf(WebhookCommand command) {
    if (command instanceof UpdateWebhook update) return update.webhookEuid();
    if (command instanceof RetireWebhook retire) return retire.webhookEuid();
    if (command instanceof RedeliverEvent redeliver) return redeliver.webhookEuid();
    return command instanceof SettleDelivery settle ? settle.webhookEuid() : null;
  }

  private static String letterOf(WebhookCommand command) {
    if (command instanceof RedeliverEvent redeliver) return redeliver.deadLetterEuid();
    return command instanceof SettleDelivery settle ? settle.deadLetterEuid() : null;
  }

  private Answer webhook(
      Tx tx,
      Caller caller,
      long actorUid,
      WebhookCommand command,
      String hash,
      Webhook existing,
      Webhook.Note note,
      Drawn drawn,
      Writer writer)
      throws SQLException {
    Ref ref;
    if (command instanceof CreateWebhook) {
      var template = context.kinds().of(tx, Kinds.WEBHOOK);
      ref = drawn.next(template);
      writer.register(ref, template, note.name(), note);
      begin(tx, ref, drawn, writer);
    } else {
      ref = new Ref(existing.uid(), existing.euid());
      writer.reregister(existing.uid(), note);
    }
    return act(
        tx, caller, actorUid, command, hash, ref, Webhook.View.of(ref.euid(), note), drawn, writer);
  }

  /** It hears what comes from now on. */
  private void begin(Tx tx, Ref webhook, Drawn drawn, Writer writer) throws SQLException {
    var template = context.kinds().of(tx, Kinds.WEBHOOK_POSITION);
    var ref = drawn.next(template);
    var from = Webhooks.Position.at(webhook.euid(), new Feed(tx).end());
    writer.register(ref, template, null, from);
    writer.link(new Link(webhook.uid(), Relationship.WEBHOOK_POSITION, ref.uid()));
  }

  private Answer letter(
      Tx tx,
      Caller caller,
      long actorUid,
      WebhookCommand command,
      String hash,
      Webhook webhook,
      WebhookLetter existing,
      WebhookLetter.Note note,
      Drawn drawn,
      Writer writer)
      throws SQLException {
    Ref ref;
    if (existing == null) {
      var template = context.kinds().of(tx, Kinds.WEBHOOK_LETTER);
      ref = drawn.next(template);
      writer.register(ref, template, null, note);
      writer.link(new Link(webhook.uid(), Relationship.WEBHOOK_DEAD_LETTER, ref.uid()));
    } else {
      ref = new Ref(existing.uid(), existing.euid());
      writer.reregister(existing.uid(), note);
    }
    var view = WebhookLetter.View.of(ref.euid(), note);
    return act(tx, caller, actorUid, command, hash, ref, view, drawn, writer);
  }

  private Answer act(
      Tx tx,
      Caller caller,
      long actorUid,
      WebhookCommand command,
      String hash,
      Ref on,
      Object view,
      Drawn drawn,
      Writer writer)
      throws SQLException {
    var template = context.kinds().action(tx, command.action());
    var ref = drawn.next(template);
    var note =
        RegistryRecorder.note(
            context, caller, command, hash, "actor", view, command.reason(), null);
    writer.act(new Entry(ref, template, null, null, null, actorUid, null, note));
    writer.link(new Link(ref.uid(), Relationship.EXECUTED_ON, on.uid()));
    return Answer.of(ref.euid(), note, false);
  }
}
