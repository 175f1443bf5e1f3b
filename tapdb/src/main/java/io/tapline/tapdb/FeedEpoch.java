package io.tapline.tapdb;

import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is added to transaction ids to order the feed. It is raised when the rows came from another
 * cluster, or from another life of this one, whose ids were greater: else the feed would stand
 * still until this one has caught up.
 */
final class FeedEpoch {

  private static final Logger LOG = LoggerFactory.getLogger(FeedEpoch.class);

  private FeedEpoch() {}

  /** Part of setting a database up; safe to repeat. */
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
