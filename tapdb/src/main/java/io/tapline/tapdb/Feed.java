package io.tapline.tapdb;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The action log of one tenant as a feed, in one transaction: in commit order, the entries of each
 * subject in revision order, without gaps. An open transaction of a login that may write delays the
 * feed, so no latency-critical path may wait for it.
 */
public final class Feed {

  /** Largest page; a consumer requests further pages. */
  public static final int MAX_PAGE = 1_000;

  /** Upper limit of the counted lag. */
  public static final int MAX_LAG = 10_000;

  private static final NamedSql AFTER = NamedSql.load(Feed.class, "feed/feed_after");
  private static final NamedSql OF_OBJECT = NamedSql.load(Feed.class, "feed/feed_of");
  private static final NamedSql OF_TYPE = NamedSql.load(Feed.class, "feed/events_of_type");
  private static final NamedSql CORRELATED = NamedSql.load(Feed.class, "feed/events_correlated");
  private static final NamedSql BETWEEN = NamedSql.load(Feed.class, "feed/events_between");

  private final Tx tx;

  public Feed(Tx tx) {
    this.tx = tx;
  }

  /**
   * One page of entries.
   *
   * @param ended whether the feed had no more entries; a page that ends early because its documents
   *     are large is shorter than its limit, and the feed continues after it
   */
  public record Page(List<FeedEntry> entries, boolean ended) {}

  /**
   * The entries after the cursor. The next page begins at the cursor of the last entry; after an
   * empty page the cursor stays.
   *
   * @param bytes the page ends with the document that exceeds this size
   */
  public Page after(FeedCursor cursor, int limit, long bytes) throws SQLException {
    return page(AFTER, place(cursor), limit, bytes);
  }

  /** The entries after the cursor that concern one object. */
  public Page entriesOf(long objectUid, FeedCursor cursor, int limit, long bytes)
      throws SQLException {
    var parameters = place(cursor);
    parameters.put("object", objectUid);
    return page(OF_OBJECT, parameters, limit, bytes);
  }

  private static Map<String, Object> place(FeedCursor cursor) {
    return new HashMap<>(Map.of("feed_key", cursor.feedKey(), "after_uid", cursor.uid()));
  }

  private Page page(NamedSql statement, Map<String, Object> parameters, int limit, long bytes)
      throws SQLException {
    if (limit < 1 || limit > MAX_PAGE) {
      throw new IllegalArgumentException(limit + " is not between 1 and " + MAX_PAGE);
    }
    parameters.put("limit", limit);
    parameters.put("bytes", bytes);
    var rows = tx.query(statement, Feed::entry, parameters);
    var fitting = rows.stream().takeWhile(entry -> entry.properties() != null).toList();
    return new Page(fitting, rows.size() < limit && fitting.size() == rows.size());
  }

  /**
   * Entries with an event, in the order of time.
   *
   * @param type only entries with this event, or null
   * @param correlationId only entries with this identifier, or null
   * @param types all types of events
   * @param to before this time
   * @param bytes the page ends with the document that exceeds this size
   */
  public Page inTimeOrder(
      String type,
      String correlationId,
      List<String> types,
      TimeCursor after,
      Instant to,
      int limit,
      long bytes)
      throws SQLException {
    var parameters = new HashMap<String, Object>();
    parameters.put("from", OffsetDateTime.ofInstant(after.at(), ZoneOffset.UTC));
    parameters.put("after_uid", after.uid());
    parameters.put("to", OffsetDateTime.ofInstant(to, ZoneOffset.UTC));
    parameters.put("end_key", after.end().feedKey());
    parameters.put("end_uid", after.end().uid());
    if (correlationId == null && type == null) {
      parameters.put("types", types.toArray(String[]::new));
      return page(BETWEEN, parameters, limit, bytes);
    }
    parameters.put("type", type);
    if (correlationId == null) {
      return page(OF_TYPE, parameters, limit, bytes);
    }
    parameters.put("correlation", correlationId);
    return page(CORRELATED, parameters, limit, bytes);
  }

  /** The cursor of the newest readable entry; the start of an empty feed. */
  public FeedCursor end() throws SQLException {
    return tx
        .query(
            SqlFile.load(Feed.class, "feed/feed_end"),
            row -> new FeedCursor(row.getLong("feed_key"), row.getLong("uid")),
            tx.tenantId())
        .stream()
        .findFirst()
        .orElse(FeedCursor.START);
  }

  /**
   * Number of committed entries that an older transaction holds back, counted up to {@link
   * #MAX_LAG}.
   */
  public long lag() throws SQLException {
    return tx.query(
            SqlFile.load(Feed.class, "feed/feed_lag"),
            row -> row.getLong(1),
            tx.tenantId(),
            MAX_LAG)
        .get(0);
  }

  /**
   * The session that holds the feed back.
   *
   * @param pid null for a prepared transaction
   * @param role its login; null without one
   * @param transactionsSince number of transactions that began after it
   */
  public record Blocker(Integer pid, String role, long transactionsSince) {}

  /** The oldest transaction that may still write an entry; empty without one. */
  public Optional<Blocker> blocker() throws SQLException {
    return tx
        .query(
            SqlFile.load(Feed.class, "feed/feed_blocker"),
            row ->
                new Blocker(
                    row.getObject("pid", Integer.class),
                    row.getString("role"),
                    row.getLong("transactions_since")))
        .stream()
        .findFirst();
  }

  private static FeedEntry entry(ResultSet row) throws SQLException {
    var properties = row.getString("properties");
    return new FeedEntry(
        row.getLong("feed_key"),
        row.getLong("uid"),
        row.getString("euid"),
        row.getString("action_key"),
        row.getLong("executed_on_uid"),
        properties == null ? null : Json.parse(properties),
        row.getObject("created_dt", OffsetDateTime.class).toInstant());
  }
}
