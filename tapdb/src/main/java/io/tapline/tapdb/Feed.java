package io.tapline.tapdb;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.List;

/**
 * The action log of one tenant as a feed, in one transaction: in commit order, each subject's
 * entries in revision order, nothing skipped. An open transaction anywhere in the cluster delays
 * it, so nothing that must be quick may wait for it.
 */
public final class Feed {

  /** One page; a consumer that wants more asks again. */
  public static final int MAX_PAGE = 1_000;

  /** Where counting the lag stops. */
  public static final int MAX_LAG = 10_000;

  private final Tx tx;

  public Feed(Tx tx) {
    this.tx = tx;
  }

  /**
   * The entries after the cursor. Go on from the last one's; stay where you are when there is none.
   */
  public List<FeedEntry> after(FeedCursor cursor, int limit) throws SQLException {
    requireLimit(limit);
    return tx.query(
        SqlFile.load(Feed.class, "feed_after"),
        Feed::entry,
        tx.tenantId(),
        cursor.feedKey(),
        cursor.uid(),
        limit);
  }

  /** The same, but only what was done to one object. */
  public List<FeedEntry> of(long objectUid, FeedCursor cursor, int limit) throws SQLException {
    requireLimit(limit);
    return tx.query(
        SqlFile.load(Feed.class, "feed_of"),
        Feed::entry,
        tx.tenantId(),
        objectUid,
        cursor.feedKey(),
        cursor.uid(),
        limit);
  }

  /** The cursor of the newest entry that can be read; the beginning when there is none. */
  public FeedCursor end() throws SQLException {
    return tx
        .query(
            SqlFile.load(Feed.class, "feed_end"),
            row -> new FeedCursor(row.getLong("feed_key"), row.getLong("uid")),
            tx.tenantId())
        .stream()
        .findFirst()
        .orElse(FeedCursor.START);
  }

  private static void requireLimit(int limit) {
    if (limit < 1 || limit > MAX_PAGE) {
      throw new IllegalArgumentException(limit + " is not between 1 and " + MAX_PAGE);
    }
  }

  /**
   * How many entries are committed but held back by an older transaction, counted up to {@link
   * #MAX_LAG}.
   */
  public long lag() throws SQLException {
    return tx.query(
            SqlFile.load(Feed.class, "feed_lag"), row -> row.getLong(1), tx.tenantId(), MAX_LAG)
        .get(0);
  }

  private static FeedEntry entry(ResultSet row) throws SQLException {
    return new FeedEntry(
        row.getLong("feed_key"),
        row.getLong("uid"),
        row.getString("euid"),
        row.getString("action_key"),
        row.getLong("executed_on_uid"),
        Json.parse(row.getString("properties")),
        row.getObject("created_dt", OffsetDateTime.class).toInstant());
  }
}
