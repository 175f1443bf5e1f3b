package io.tapline.engine.read.webhook;

import io.tapline.api.Page;
import io.tapline.engine.model.RefusedException;
import io.tapline.engine.model.Webhook;
import io.tapline.engine.model.WebhookLetter;
import io.tapline.engine.model.WebhookProgress;
import io.tapline.engine.read.base.PageCursor;
import io.tapline.engine.read.base.ReadClock;
import io.tapline.engine.store.TemplateCache;
import io.tapline.engine.store.WebhookRows;
import io.tapline.tapdb.TapDb;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;

/** Webhooks for administrators and for the delivery of events. */
public final class WebhookReads {

  /** Maximum number of webhooks of one tenant that events are delivered to. */
  private static final int MOST = 10_000;

  private static final String[] ACTIVE = {Webhook.Status.ACTIVE.name()};

  private final TapDb tapDb;
  private final TemplateCache templateCache;

  public WebhookReads(TapDb tapDb, TemplateCache templateCache) {
    this.tapDb = tapDb;
    this.templateCache = templateCache;
  }

  /**
   * Oldest first.
   *
   * @param status the status to select, or null for all
   */
  public Page<WebhookView> list(long tenantId, Webhook.Status status, int limit, String cursor) {
    int most = PageCursor.limit(limit);
    var statuses = names(status == null ? Webhook.Status.values() : new Enum<?>[] {status});
    return tapDb.snapshot(
        tenantId,
        tx -> {
          var found =
              WebhookRows.list(tx, templateCache, statuses, PageCursor.uid(cursor), most + 1);
          boolean more = found.size() > most;
          var shown = more ? found.subList(0, most) : found;
          return new Page<>(
              views(tx, shown),
              more ? PageCursor.encode(new PageCursor.AfterUid(shown.get(most - 1).uid())) : null);
        });
  }

  /** Refused for an unknown webhook. */
  public WebhookView one(long tenantId, String euid) {
    return tapDb.transaction(
        tenantId,
        tx -> views(tx, List.of(known(WebhookRows.lock(tx, templateCache, euid), euid))).get(0));
  }

  /** The dead letters of a webhook, oldest first. */
  public Page<WebhookLetter.View> letters(
      long tenantId, String webhookEuid, WebhookLetter.Status status, int limit, String cursor) {
    int most = PageCursor.limit(limit);
    var statuses = names(status == null ? WebhookLetter.Status.values() : new Enum<?>[] {status});
    return tapDb.transaction(
        tenantId,
        tx -> {
          var webhook = known(WebhookRows.lock(tx, templateCache, webhookEuid), webhookEuid);
          var found =
              WebhookRows.letters(tx, webhook.uid(), statuses, PageCursor.uid(cursor), most);
          var shown = found.fitting();
          return new Page<>(
              shown.stream().map(one -> WebhookLetter.View.of(one.euid(), one.note())).toList(),
              found.more()
                  ? PageCursor.encode(new PageCursor.AfterUid(shown.get(shown.size() - 1).uid()))
                  : null);
        });
  }

  /** The webhooks that events are delivered to. */
  public List<Webhook> live(long tenantId) {
    return tapDb.snapshot(
        tenantId,
        tx ->
            WebhookRows.list(tx, templateCache, ACTIVE, 0, MOST).stream()
                .filter(webhook -> webhook.note().live())
                .toList());
  }

  public WebhookProgress progress(long tenantId, Webhook webhook) {
    return tapDb.snapshot(
        tenantId, tx -> WebhookRows.progress(tx, List.of(webhook.uid())).get(webhook.uid()));
  }

  /** Webhooks with an event that waits for a retry. */
  public List<WebhookView> failing(long tenantId) {
    return tapDb.snapshot(
        tenantId,
        tx ->
            views(tx, WebhookRows.list(tx, templateCache, ACTIVE, 0, MOST)).stream()
                .filter(view -> view.delivery().status() == WebhookView.DeliveryStatus.FAILING)
                .toList());
  }

  private static List<WebhookView> views(Tx tx, List<Webhook> webhooks) throws SQLException {
    var progress = WebhookRows.progress(tx, webhooks.stream().map(Webhook::uid).toList());
    return webhooks.stream().map(one -> WebhookView.of(one, progress.get(one.uid()))).toList();
  }

  /** Dead letters with a requested redelivery. */
  public List<WebhookLetter> requested(long tenantId, Webhook webhook, int limit) {
    var requested = names(new Enum<?>[] {WebhookLetter.Status.REQUESTED});
    return tapDb.snapshot(
        tenantId, tx -> WebhookRows.letters(tx, webhook.uid(), requested, 0, limit).fitting());
  }

  /** The clock of the database. */
  public Instant now(long tenantId) {
    return tapDb.snapshot(tenantId, ReadClock::read);
  }

  private static String[] names(Enum<?>[] values) {
    return Arrays.stream(values).map(Enum::name).toArray(String[]::new);
  }

  private static Webhook known(Webhook found, String euid) {
    if (found == null) {
      throw RefusedException.unknown("webhook_euid", "webhook " + euid);
    }
    return found;
  }
}
