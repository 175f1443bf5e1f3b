package io.tapline.tapdb;

import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The offset that is added to transaction ids to order the feed. It is raised when the rows come
 * from another cluster, or from another incarnation of this one, with greater ids: otherwise the
 * feed would stop until the ids of this cluster have caught up.
 */
final class FeedEpoch {

  private static final Logger LOG = LoggerFactory.getLogger(FeedEpoch.class);

  private FeedEpoch() {}

  /** A step of the preparation of a database; safe to repeat. */
  static void raiseIfBehind(DataSource owner) {
    new TapDb(owner)
        .transaction(
            Tenant.SYSTEM,
            tx ->
                tx.query(
                    "select tapline.raise_feed_epoch()",
                    row -> {
                      long raised = row.getLong(1);
                      if (!row.wasNull()) {
                        LOG.warn(
                            "entries of the feed are ahead of this cluster; the feed's epoch is now"
                                + " {}",
                            raised);
                      }
                      return raised;
                    }));
  }
}
