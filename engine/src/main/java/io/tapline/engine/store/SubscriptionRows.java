package io.tapline.engine.store;

import io.tapline.engine.model.Subscription;
import io.tapline.engine.model.SubscriptionStatus;
import io.tapline.tapdb.EuidMint;
import io.tapline.tapdb.FeedCursor;
import io.tapline.tapdb.Json;
import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.Tx;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads and locks event subscriptions. */
public final class SubscriptionRows {

  private static final NamedSql BY_STATUS =
      NamedSql.load(SubscriptionRows.class, "subscription/subscriptions_by_status");
  private static final NamedSql LOCK =
      NamedSql.load(SubscriptionRows.class, "subscription/lock_subscription");
  private static final NamedSql MARK =
      NamedSql.load(SubscriptionRows.class, "subscription/mark_subscription");

  private SubscriptionRows() {}

  /** Subscriptions, oldest first. */
  public static List<Subscription> page(
      Tx tx, TemplateCache templateCache, SubscriptionStatus status, long after, int limit)
      throws SQLException {
    return tx.query(
        BY_STATUS,
        SubscriptionRows::subscription,
        Map.of(
            "template",
            templateCache.template(tx, TemplateCache.SUBSCRIPTION).uid(),
            "status",
            status.name(),
            "after",
            after,
            "limit",
            limit));
  }

  /** Null when there is none. */
  public static Subscription lock(Tx tx, TemplateCache templateCache, String euid)
      throws SQLException {
    var uid = EuidMint.uidOf(euid);
    if (uid.isEmpty()) {
      return null;
    }
    long template = templateCache.template(tx, TemplateCache.SUBSCRIPTION).uid();
    var found =
        tx.query(
            LOCK,
            row -> row.getLong("template_uid") == template ? subscription(row) : null,
            Map.of("uid", uid.getAsLong()));
    return found.isEmpty() || found.get(0) == null || !found.get(0).euid().equals(euid)
        ? null
        : found.get(0);
  }

  /**
   * @param error the reason why an event did not become a job, or null
   */
  public static void mark(Tx tx, long uid, FeedCursor readTo, String error) throws SQLException {
    var values = new HashMap<String, Object>();
    values.put("uid", uid);
    values.put("read_key", readTo.feedKey());
    values.put("read_uid", readTo.uid());
    values.put("error", error);
    tx.update(MARK, values);
  }

  private static Subscription subscription(ResultSet row) throws SQLException {
    return new Subscription(
        row.getLong("uid"),
        row.getString("euid"),
        Json.read(row.getString("properties"), Subscription.Note.class));
  }
}
