package io.tapline.engine.store;

import java.util.BitSet;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which columns of a batch are sent as lists. In a large one those whose values differ: there the
 * number of values is what it costs. In a small one, of requests that happen to share a
 * transaction, also those that differed in such a batch before: which columns have one value there
 * is chance, each chance would be a statement of its own, and to plan a statement costs more than a
 * few values.
 *
 * @param <K> what statement it is but for that
 */
final class DifferingColumns<K> {

  /** From so many rows on a batch is large. */
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
