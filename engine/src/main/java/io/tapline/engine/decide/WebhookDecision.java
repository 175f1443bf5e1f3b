package io.tapline.engine.decide;

import io.tapline.api.Code;
import io.tapline.api.Refusal;
import io.tapline.api.request.CreateWebhook;
import io.tapline.api.request.RedeliverEvent;
import io.tapline.api.request.RetireWebhook;
import io.tapline.api.request.SettleDelivery;
import io.tapline.api.request.UpdateWebhook;
import io.tapline.api.request.WebhookCommand;
import io.tapline.api.request.WebhookFields;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.Webhook;
import io.tapline.engine.model.WebhookLetter;
import io.tapline.engine.model.WebhookNoteBuilder;
import java.time.Instant;

/**
 * Webhooks are created, changed and retired; an event that a webhook did not accept becomes a dead
 * letter and can be delivered again.
 */
public final class WebhookDecision {

  /** Either a refusal or the new state of the webhook or of the dead letter. */
  public record Outcome(Refusal refusal, Webhook.Note webhook, WebhookLetter.Note letter) {
    private static Outcome refuse(Refusal refusal) {
      return new Outcome(refusal, null, null);
    }

    private static Outcome of(Webhook.Note note) {
      return new Outcome(null, note, null);
    }

    private static Outcome of(WebhookLetter.Note note) {
      return new Outcome(null, null, note);
    }
  }

  /** The default of a limit that the host of the engine sets. */
  public static final int MOST_PER_TENANT = 100;

  private WebhookDecision() {}

  /**
   * The refusal when the tenant may not create another webhook, else null.
   *
   * @param active number of webhooks of the tenant that are not retired
   */
  public static Refusal overLimit(int active, int mostPerTenant) {
    return active < mostPerTenant
        ? null
        : Refusal.of(
            Code.STATE_CONFLICT,
            ("the tenant has %s webhooks, and TAPLINE_WEBHOOKS_PER_TENANT allows %s; "
                    + "retire one, or raise the setting")
                .formatted(active, mostPerTenant));
  }

  /**
   * @param webhook the webhook that the command names; null when there is none
   * @param letter the dead letter that the command names; null when there is none
   */
  public static Outcome on(
      WebhookCommand command, Caller caller, Webhook webhook, WebhookLetter letter, Instant now) {
    if (command instanceof CreateWebhook create) return Outcome.of(create(create, caller, now));
    if (command instanceof UpdateWebhook update) return update(update, webhook);
    if (command instanceof RetireWebhook retire) return retire(retire, webhook);
    if (command instanceof RedeliverEvent redeliver) return redeliver(redeliver, webhook, letter);
    return settle((SettleDelivery) command, webhook, letter, now);
  }

  private static Webhook.Note create(CreateWebhook command, Caller caller, Instant now) {
    var f = command.fields();
    return WebhookNoteBuilder.builder()
        .name(f.name())
        .url(f.url())
        .sealed(f.secret())
        .eventTypes(f.eventTypes())
        .queueKeys(f.queueKeys())
        .eventNames(f.eventNames() == null ? WebhookFields.Names.TAPLINE : f.eventNames())
        .enabled(f.enabled() == null || f.enabled())
        .status(Webhook.Status.ACTIVE)
        .revision(1)
        .createdBy(caller.principal())
        .createdAt(now)
        .build();
  }

  private static Outcome update(UpdateWebhook command, Webhook webhook) {
    var refusal = against(command.webhookEuid(), command.expectedRevision(), webhook);
    if (refusal != null) {
      return Outcome.refuse(refusal);
    }
    var is = webhook.note();
    var f = command.fields();
    return Outcome.of(
        WebhookNoteBuilder.builder(is)
            .name(or(f.name(), is.name()))
            .url(or(f.url(), is.url()))
            .sealed(or(f.secret(), is.sealed()))
            .eventTypes(or(f.eventTypes(), is.eventTypes()))
            .queueKeys(or(f.queueKeys(), is.queueKeys()))
            .eventNames(or(f.eventNames(), is.eventNames()))
            .enabled(or(f.enabled(), is.enabled()))
            .revision(is.revision() + 1)
            .build());
  }

  private static <T> T or(T requested, T current) {
    return requested == null ? current : requested;
  }

  private static Outcome retire(RetireWebhook command, Webhook webhook) {
    var refusal = against(command.webhookEuid(), command.expectedRevision(), webhook);
    return refusal != null ? Outcome.refuse(refusal) : Outcome.of(webhook.note().retired());
  }

  private static Refusal against(String euid, Long expectedRevision, Webhook webhook) {
    var refusal = live(euid, webhook);
    return refusal != null
        ? refusal
        : DecisionRules.asExpected(
            "webhook " + euid, null, expectedRevision, null, webhook.note().revision());
  }

  private static Outcome redeliver(RedeliverEvent command, Webhook webhook, WebhookLetter letter) {
    var refusal = live(command.webhookEuid(), webhook);
    if (refusal == null) {
      refusal = known(command.deadLetterEuid(), webhook, letter);
    }
    if (refusal == null && letter.note().status() != WebhookLetter.Status.OPEN) {
      refusal =
          Refusal.of(
              Code.STATE_CONFLICT,
              "dead letter " + letter.euid() + " is " + letter.note().status() + " already");
    }
    return refusal != null ? Outcome.refuse(refusal) : Outcome.of(letter.note().requested());
  }

  /**
   * A webhook that was retired meanwhile still gets its dead letters, because they are evidence.
   */
  private static Outcome settle(
      SettleDelivery command, Webhook webhook, WebhookLetter letter, Instant now) {
    if (webhook == null) {
      return Outcome.refuse(unknown(command.webhookEuid()));
    }
    if (command.deadLetterEuid() == null) {
      return Outcome.of(
          new WebhookLetter.Note(
              webhook.euid(),
              WebhookLetter.Status.OPEN,
              command.tries() == null ? 0 : command.tries(),
              command.lastError(),
              now,
              null,
              command.event()));
    }
    var refusal = known(command.deadLetterEuid(), webhook, letter);
    if (refusal == null && letter.note().status() != WebhookLetter.Status.REQUESTED) {
      refusal =
          Refusal.of(
              Code.STATE_CONFLICT,
              "no request exists for dead letter " + letter.euid() + " to be sent again");
    }
    return refusal != null
        ? Outcome.refuse(refusal)
        : Outcome.of(letter.note().settled(command.delivered(), command.lastError(), now));
  }

  private static Refusal known(String euid, Webhook webhook, WebhookLetter letter) {
    return letter == null || !letter.note().webhookEuid().equals(webhook.euid())
        ? Refusal.unknown("dead_letter_euid", "dead letter " + euid + " of " + webhook.euid())
        : null;
  }

  private static Refusal live(String euid, Webhook webhook) {
    if (webhook == null) {
      return unknown(euid);
    }
    return webhook.note().status() == Webhook.Status.RETIRED
        ? Refusal.of(Code.STATE_CONFLICT, "webhook " + euid + " is retired; create a new one")
        : null;
  }

  private static Refusal unknown(String euid) {
    return Refusal.unknown("webhook_euid", "webhook " + euid);
  }
}
