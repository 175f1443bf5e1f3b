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
 * Pages of the waiting jobs of several queues, one queue after the other. Each queue is read in its
 * own order, so the database never sorts the jobs of all queues.
 */
final class CrossQueueItems {

  /** Maximum number of queues read for one page: an empty queue costs a read too. */
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
   * The position to continue from.
   *
   * @param item the cursor within the queue; null for its first item
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
      int remaining = limit - items.size();
      // A full page still needs to determine whether there is a next one.
      var page = reads.items(tx, queue, filter, side, Math.max(1, remaining), within);
      if (remaining == 0) {
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
