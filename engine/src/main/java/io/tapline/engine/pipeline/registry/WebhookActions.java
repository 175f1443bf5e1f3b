package io.tapline.engine.pipeline.registry;

import io.tapline.api.request.CreateWebhook;
import io.tapline.api.request.RedeliverEvent;
import io.tapline.api.request.RetireWebhook;
import io.tapline.api.request.SettleDelivery;
import io.tapline.api.request.UpdateWebhook;
import io.tapline.api.request.WebhookCommand;
import io.tapline.engine.decide.LinkTypes;
import io.tapline.engine.decide.WebhookDecision;
import io.tapline.engine.model.ItemOutcome;
import io.tapline.engine.model.ObjectRef;
import io.tapline.engine.model.Webhook;
import io.tapline.engine.model.WebhookLetter;
import io.tapline.engine.model.WebhookProgress;
import io.tapline.engine.pipeline.ActionTransaction;
import io.tapline.engine.pipeline.ActionTransaction.LockPhase;
import io.tapline.engine.pipeline.registry.WebhookActions.NamedRows;
import io.tapline.engine.store.TemplateCache;
import io.tapline.engine.store.WebhookRows;
import io.tapline.tapdb.Feed;
import io.tapline.tapdb.Link;
import java.sql.SQLException;

/** The actions on webhooks and their dead letters. */
public final class WebhookActions implements RegistryKind<WebhookCommand, NamedRows> {

  private volatile int mostPerTenant = WebhookDecision.MOST_PER_TENANT;

  /** The rows that a command names; null where it names none, or none exists. */
  record NamedRows(Webhook webhook, WebhookLetter letter) {}

  public void limit(int perTenant) {
    mostPerTenant = perTenant;
  }

  @Override
  public NamedRows lock(LockPhase locks, WebhookCommand command) throws SQLException {
    return new NamedRows(
        WebhookRows.lock(locks.tx(), locks.templates(), webhookOf(command)),
        WebhookRows.lockLetter(locks.tx(), locks.templates(), letterOf(command)));
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

  @Override
  public ItemOutcome decide(ActionTransaction action, WebhookCommand command, NamedRows rows)
      throws SQLException {
    // Concurrent requests may exceed the limit by a few: it bounds cost and needs no lock.
    if (command instanceof CreateWebhook) {
      int active = WebhookRows.countActive(action.tx(), action.templates());
      var refusal = WebhookDecision.overLimit(active, mostPerTenant);
      if (refusal != null) {
        return ItemOutcome.of(refusal);
      }
    }
    var decided =
        WebhookDecision.on(command, action.caller(), rows.webhook(), rows.letter(), action.now());
    if (decided.refusal() != null) {
      return ItemOutcome.of(decided.refusal());
    }
    if (decided.webhook() != null) {
      var ref = write(action, rows.webhook(), decided.webhook());
      var view = Webhook.View.of(ref.euid(), decided.webhook());
      return action.recorder().principal(ref, view, command.reason());
    }
    var ref = write(action, rows, decided.letter());
    var view = WebhookLetter.View.of(ref.euid(), decided.letter());
    return action.recorder().principal(ref, view, command.reason());
  }

  /** A new webhook receives the events from now on. */
  private static ObjectRef write(ActionTransaction action, Webhook existing, Webhook.Note note)
      throws SQLException {
    if (existing != null) {
      return action.update(new ObjectRef(existing.uid(), existing.euid()), note);
    }
    var webhook = action.create(TemplateCache.WEBHOOK, note.name(), note);
    var from = WebhookProgress.beginningAt(webhook.euid(), new Feed(action.tx()).end());
    var position = action.create(TemplateCache.WEBHOOK_POSITION, null, from);
    action.writer().link(new Link(webhook.uid(), LinkTypes.WEBHOOK_POSITION, position.uid()));
    return webhook;
  }

  private static ObjectRef write(ActionTransaction action, NamedRows rows, WebhookLetter.Note note)
      throws SQLException {
    if (rows.letter() != null) {
      return action.update(new ObjectRef(rows.letter().uid(), rows.letter().euid()), note);
    }
    var ref = action.create(TemplateCache.WEBHOOK_LETTER, null, note);
    action.writer().link(new Link(rows.webhook().uid(), LinkTypes.WEBHOOK_DEAD_LETTER, ref.uid()));
    return ref;
  }
}
