package io.tapline.engine.read.queue;

import io.tapline.api.Page;
import io.tapline.api.QueueItem;
import io.tapline.engine.model.Queue;
import io.tapline.engine.read.base.PageCursor;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * What waits in several queues, one queue after the other, a page at a time. No order over all of
 * them is asked of the database: each is walked in its own, so a million that wait are not sorted.
 */
final class CrossQueueItems {

  /** So many queues are looked into for one page: one in which nothing waits costs a look too. */
  static final int QUEUES = 100;

  private final QueueReads reads;
  private final Tx tx;
  private final ItemFilter filter;
  private final PauseSide side;

  CrossQueueItems(QueueReads reads, Tx tx, ItemFilter filter, PauseSide side) {
    this.reads = reads;
    this.tx = tx;
    this.filter = filter;
    this.side = side;
  }

  /**
   * Where to go on.
   *
   * @param item the cursor within the queue; null: from its first item
   */
  record Place(QueueReads.QueueRank queue, String item) {
    Place {
      if (queue == null) {
        throw new IllegalArgumentException("no place among queues");
      }
    }

    String within(QueueReads.QueueRank other) {
      return queue.equals(other) ? item : null;
    }
  }

  /**
   * @param queues in their order
   */
  Page<QueueItem> page(List<Queue> queues, int limit, Place from) throws SQLException {
    var items = new ArrayList<QueueItem>();
    int looked = 0;
    for (var queue : queues) {
      var rank = QueueReads.QueueRank.of(queue);
      if (from != null && QueueReads.QueueRank.ORDER.compare(rank, from.queue()) < 0) {
        continue;
      }
      var within = from == null ? null : from.within(rank);
      if (looked++ == QUEUES) {
        return onward(items, rank, within);
      }
      int room = limit - items.size();
      // Of a page that is full it is still to be known whether there is a next one.
      var page = reads.items(tx, queue, filter, side, Math.max(1, room), within);
      if (room == 0) {
        if (!page.items().isEmpty() || page.nextCursor() != null) {
          return onward(items, rank, within);
        }
        continue;
      }
      items.addAll(page.items());
      if (page.nextCursor() != null) {
        return onward(items, rank, page.nextCursor());
      }
    }
    return new Page<>(items, null);
  }

  private static Page<QueueItem> onward(
      List<QueueItem> items, QueueReads.QueueRank queue, String within) {
    return new Page<>(items, PageCursor.encode(new Place(queue, within)));
  }
}
