package io.tapline.engine.store;

import io.tapline.engine.model.Webhook;
import io.tapline.engine.model.WebhookLetter;
import io.tapline.tapdb.EuidMint;
import io.tapline.tapdb.FeedCursor;
import io.tapline.tapdb.Json;
import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/** Webhooks, what they would not take, and how far each has heard the feed. */
public final class WebhookRows {

  private static final NamedSql LOCK = sql("registry/lock_registered");
  private static final NamedSql LIST = sql("registry/registered_list");
  private static final NamedSql LETTERS = sql("webhook/webhook_letters");
  private static final NamedSql POSITION = sql("webhook/webhook_position");
  private static final NamedSql MOVE = sql("webhook/webhook_move");

  private WebhookRows() {}

  /**
   * How far a webhook has heard the feed. Bookkeeping and no evidence, so no action stands behind
   * it: what is lost of it is told again.
   */
  public record WebhookPosition(String webhookEuid, String status, long feedKey, long feedUid) {
    public static WebhookPosition at(String webhookEuid, FeedCursor cursor) {
      return new WebhookPosition(webhookEuid, "ACTIVE", cursor.feedKey(), cursor.uid());
    }
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

  /** Oldest first, after this uid. */
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

  /** What a webhook would not take, oldest first, after this uid. */
  public static List<WebhookLetter> letters(
      Tx tx, long webhookUid, String[] statuses, long after, int limit) throws SQLException {
    return tx.query(
        LETTERS,
        WebhookRows::letter,
        Map.of("webhook", webhookUid, "statuses", statuses, "after", after, "limit", limit));
  }

  /** Where to go on. */
  public static FeedCursor position(Tx tx, long webhookUid) throws SQLException {
    return first(
        tx.query(
            POSITION,
            row -> new FeedCursor(row.getLong("feed_key"), row.getLong("feed_uid")),
            Map.of("webhook", webhookUid)));
  }

  /** Forward only: a server that comes late with an older position changes nothing. */
  public static void move(Tx tx, Webhook webhook, FeedCursor to) throws SQLException {
    tx.update(
        MOVE,
        Map.of(
            "webhook",
            webhook.uid(),
            "feed_key",
            to.feedKey(),
            "feed_uid",
            to.uid(),
            "document",
            Json.print(Map.of("properties", WebhookPosition.at(webhook.euid(), to)))));
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
