package io.tapline.engine.pipeline;

import io.tapline.engine.command.CreateWebhook;
import io.tapline.engine.command.RedeliverEvent;
import io.tapline.engine.command.RetireWebhook;
import io.tapline.engine.command.SettleDelivery;
import io.tapline.engine.command.UpdateWebhook;
import io.tapline.engine.command.WebhookCommand;
import io.tapline.engine.decide.LinkTypes;
import io.tapline.engine.decide.WebhookDecision;
import io.tapline.engine.model.ActionAnswer;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.ItemOutcome;
import io.tapline.engine.model.ObjectRef;
import io.tapline.engine.model.Webhook;
import io.tapline.engine.model.WebhookLetter;
import io.tapline.engine.model.WebhookProgress;
import io.tapline.engine.store.ActionEntryBuilder;
import io.tapline.engine.store.BatchWriter;
import io.tapline.engine.store.TemplateCache;
import io.tapline.engine.store.TransactionClockAndIds;
import io.tapline.engine.store.WebhookRows;
import io.tapline.tapdb.Feed;
import io.tapline.tapdb.Link;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;

/** Executes the actions on webhooks and their dead letters. */
final class WebhookPipeline {

  /** The webhook or dead letter, the position of a new webhook, and the action. */
  private static final int IDS = 3;

  private final PipelineContext context;
  private volatile int mostPerTenant = WebhookDecision.MOST_PER_TENANT;

  WebhookPipeline(PipelineContext context) {
    this.context = context;
  }

  void limit(int perTenant) {
    mostPerTenant = perTenant;
  }

  ItemOutcome execute(Caller caller, WebhookCommand command) {
    return IdempotentRetry.settle(
        context,
        caller,
        command,
        (tx, actorUid, hash) -> attempt(tx, caller, actorUid, command, hash));
  }

  private ItemOutcome attempt(
      Tx tx, Caller caller, long actorUid, WebhookCommand command, String hash)
      throws SQLException {
    var webhook = WebhookRows.lock(tx, context.templates(), webhookOf(command));
    var letter = WebhookRows.lockLetter(tx, context.templates(), letterOf(command));
    // A new webhook has no row for the key, so the key belongs to the principal that sends it.
    var before = IdempotentRetry.before(tx, command, hash, actorUid);
    if (before != null) {
      return before;
    }
    // Concurrent requests may exceed the limit by a few: it bounds cost and needs no lock.
    if (command instanceof CreateWebhook) {
      var refusal =
          WebhookDecision.overLimit(
              WebhookRows.countActive(tx, context.templates()), mostPerTenant);
      if (refusal != null) {
        return ItemOutcome.of(refusal);
      }
    }
    var clockAndIds = TransactionClockAndIds.underLock(tx, context.templates(), IDS);
    var decided = WebhookDecision.on(command, caller, webhook, letter, clockAndIds.now());
    if (decided.refusal() != null) {
      return ItemOutcome.of(decided.refusal());
    }
    var writer = new BatchWriter(tx, context.templates(), clockAndIds);
    var answer =
        decided.webhook() != null
            ? webhook(
                tx,
                caller,
                actorUid,
                command,
                hash,
                webhook,
                decided.webhook(),
                clockAndIds,
                writer)
            : letter(
                tx,
                caller,
                actorUid,
                command,
                hash,
                webhook,
                letter,
                decided.letter(),
                clockAndIds,
                writer);
    writer.write();
    return ItemOutcome.of(answer);
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

  private ActionAnswer webhook(
      Tx tx,
      Caller caller,
      long actorUid,
      WebhookCommand command,
      String hash,
      Webhook existing,
      Webhook.Note note,
      TransactionClockAndIds clockAndIds,
      BatchWriter writer)
      throws SQLException {
    ObjectRef ref;
    if (command instanceof CreateWebhook) {
      var template = context.templates().template(tx, TemplateCache.WEBHOOK);
      ref = clockAndIds.next(template);
      writer.register(ref, template, note.name(), note);
      begin(tx, ref, clockAndIds, writer);
    } else {
      ref = new ObjectRef(existing.uid(), existing.euid());
      writer.reregister(existing.uid(), note);
    }
    return act(
        tx,
        caller,
        actorUid,
        command,
        hash,
        ref,
        Webhook.View.of(ref.euid(), note),
        clockAndIds,
        writer);
  }

  /** A new webhook receives the events from now on. */
  private void begin(
      Tx tx, ObjectRef webhook, TransactionClockAndIds clockAndIds, BatchWriter writer)
      throws SQLException {
    var template = context.templates().template(tx, TemplateCache.WEBHOOK_POSITION);
    var ref = clockAndIds.next(template);
    var from = WebhookProgress.beginningAt(webhook.euid(), new Feed(tx).end());
    writer.register(ref, template, null, from);
    writer.link(new Link(webhook.uid(), LinkTypes.WEBHOOK_POSITION, ref.uid()));
  }

  private ActionAnswer letter(
      Tx tx,
      Caller caller,
      long actorUid,
      WebhookCommand command,
      String hash,
      Webhook webhook,
      WebhookLetter existing,
      WebhookLetter.Note note,
      TransactionClockAndIds clockAndIds,
      BatchWriter writer)
      throws SQLException {
    ObjectRef ref;
    if (existing == null) {
      var template = context.templates().template(tx, TemplateCache.WEBHOOK_LETTER);
      ref = clockAndIds.next(template);
      writer.register(ref, template, null, note);
      writer.link(new Link(webhook.uid(), LinkTypes.WEBHOOK_DEAD_LETTER, ref.uid()));
    } else {
      ref = new ObjectRef(existing.uid(), existing.euid());
      writer.reregister(existing.uid(), note);
    }
    var view = WebhookLetter.View.of(ref.euid(), note);
    return act(tx, caller, actorUid, command, hash, ref, view, clockAndIds, writer);
  }

  private ActionAnswer act(
      Tx tx,
      Caller caller,
      long actorUid,
      WebhookCommand command,
      String hash,
      ObjectRef on,
      Object view,
      TransactionClockAndIds clockAndIds,
      BatchWriter writer)
      throws SQLException {
    var template = context.templates().action(tx, command.action());
    var ref = clockAndIds.next(template);
    var note =
        RegistryRecorder.note(
            context, caller, command, hash, "actor", view, command.reason(), null);
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
}
