package io.tapline.engine.store;

import io.tapline.engine.model.SealedSecret;
import io.tapline.engine.model.Webhook;
import io.tapline.engine.model.WebhookLetter;
import io.tapline.engine.model.WebhookProgress;
import io.tapline.tapdb.EuidMint;
import io.tapline.tapdb.Json;
import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Webhooks, the events that they refused, and the delivery progress of each. */
public final class WebhookRows {

  private static final NamedSql LOCK = sql("registry/lock_registered");
  private static final NamedSql LIST = sql("registry/registered_list");
  private static final NamedSql LETTERS = sql("webhook/webhook_letters");
  private static final NamedSql PROGRESS = sql("webhook/webhook_progress");
  private static final NamedSql STORE_PROGRESS = sql("webhook/store_webhook_progress");
  private static final NamedSql COUNT = sql("webhook/count_webhooks");

  private static final NamedSql SEALED = sql("webhook/sealed_secrets");
  private static final NamedSql RESEAL = sql("webhook/reseal_secret");

  private WebhookRows() {}

  /** The secrets of webhooks that are not retired, and the newest one of each queue. */
  public static List<SealedSecret> sealedSecrets(Tx tx, TemplateCache templateCache)
      throws SQLException {
    return tx.query(
        SEALED,
        row ->
            new SealedSecret(
                row.getLong("uid"), row.getString("queue_key"), row.getString("sealed")),
        Map.of(
            "webhook",
            templateCache.template(tx, TemplateCache.WEBHOOK).uid(),
            "active",
            Webhook.Status.ACTIVE.name(),
            "queue",
            templateCache.template(tx, TemplateCache.QUEUE).uid()));
  }

  /** Replaces the sealed form of a secret; changes nothing if the secret was replaced meanwhile. */
  public static void reseal(Tx tx, SealedSecret secret, String sealed) throws SQLException {
    tx.update(RESEAL, Map.of("uid", secret.uid(), "before", secret.sealed(), "sealed", sealed));
  }

  /** Null when there is none. */
  public static Webhook lock(Tx tx, TemplateCache templateCache, String euid) throws SQLException {
    return first(registered(tx, templateCache, TemplateCache.WEBHOOK, euid, WebhookRows::webhook));
  }

  /** Null when there is none. */
  public static WebhookLetter lockLetter(Tx tx, TemplateCache templateCache, String euid)
      throws SQLException {
    return first(
        registered(tx, templateCache, TemplateCache.WEBHOOK_LETTER, euid, WebhookRows::letter));
  }

  private static <T> List<T> registered(
      Tx tx, TemplateCache templateCache, String kind, String euid, Tx.Row<T> row)
      throws SQLException {
    var uid = euid == null ? java.util.OptionalLong.empty() : EuidMint.uidOf(euid);
    return uid.isEmpty()
        ? List.of()
        : tx.query(
            LOCK,
            row,
            Map.of(
                "uid",
                uid.getAsLong(),
                "template",
                templateCache.template(tx, kind).uid(),
                "euid",
                euid));
  }

  /** Webhooks after this uid, oldest first. */
  public static List<Webhook> list(
      Tx tx, TemplateCache templateCache, String[] statuses, long after, int limit)
      throws SQLException {
    return tx.query(
        LIST,
        WebhookRows::webhook,
        Map.of(
            "template",
            templateCache.template(tx, TemplateCache.WEBHOOK).uid(),
            "statuses",
            statuses,
            "after",
            after,
            "limit",
            limit));
  }

  /** Events that a webhook refused, after this uid, oldest first, as many as fit in one answer. */
  public static AnswerBytes.Rows<WebhookLetter> letters(
      Tx tx, long webhookUid, String[] statuses, long after, int limit) throws SQLException {
    return AnswerBytes.read(
        tx,
        LETTERS,
        WebhookRows::letter,
        Map.of("webhook", webhookUid, "statuses", statuses, "after", after),
        limit);
  }

  /** The delivery progress of these webhooks, by uid. */
  public static Map<Long, WebhookProgress> progress(Tx tx, List<Long> webhookUids)
      throws SQLException {
    var found = new HashMap<Long, WebhookProgress>();
    tx.query(
        PROGRESS,
        row ->
            found.put(
                row.getLong("webhook"),
                Json.read(row.getString("properties"), WebhookProgress.class)),
        Map.of("webhooks", webhookUids.toArray(Long[]::new)));
    return found;
  }

  /**
   * Stores the progress that follows the stored one.
   *
   * @return false when another server stored one meanwhile; nothing is changed then
   */
  public static boolean storeProgress(Tx tx, Webhook webhook, WebhookProgress next)
      throws SQLException {
    return tx.update(
            STORE_PROGRESS,
            Map.of(
                "webhook",
                webhook.uid(),
                "revision",
                next.revision(),
                "document",
                Json.print(Map.of("properties", next))))
        == 1;
  }

  /** Number of webhooks of the tenant that are not retired. */
  public static int countActive(Tx tx, TemplateCache templateCache) throws SQLException {
    return first(
        tx.query(
            COUNT,
            row -> row.getInt("count"),
            Map.of(
                "template",
                templateCache.template(tx, TemplateCache.WEBHOOK).uid(),
                "status",
                Webhook.Status.ACTIVE.name())));
  }

  private static Webhook webhook(ResultSet row) throws SQLException {
    return new Webhook(
        row.getLong("uid"),
        row.getString("euid"),
        Json.read(row.getString("properties"), Webhook.Note.class));
  }

  private static WebhookLetter letter(ResultSet row) throws SQLException {
    return new WebhookLetter(
        row.getLong("uid"),
        row.getString("euid"),
        Json.read(row.getString("properties"), WebhookLetter.Note.class));
  }

  private static <T> T first(List<T> rows) {
    return rows.isEmpty() ? null : rows.get(0);
  }

  private static NamedSql sql(String name) {
    return NamedSql.load(WebhookRows.class, name);
  }
}
