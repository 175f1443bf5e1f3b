package io.tapline.engine.store;

import java.util.BitSet;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Chooses the columns of a batch that are sent as lists. In a large batch these are the columns
 * whose values differ, because the number of values determines the cost. In a small batch of
 * requests that share a transaction by chance, the columns that differed in earlier batches are
 * lists too: otherwise each combination would be another statement, and planning a statement costs
 * more than a few values.
 *
 * @param <K> identifies the statement apart from its lists
 */
final class DifferingColumns<K> {

  /** Minimum number of rows of a large batch. */
  private static final int LARGE = 32;

  private final Map<K, BitSet> before = new ConcurrentHashMap<>();

  BitSet of(K statement, BitSet differing, int rows) {
    return rows == 1 || rows >= LARGE
        ? differing
        : before.merge(statement, differing, DifferingColumns::both);
  }

  private static BitSet both(BitSet before, BitSet now) {
    var both = (BitSet) before.clone();
    both.or(now);
    return both.equals(before) ? before : both;
  }
}
