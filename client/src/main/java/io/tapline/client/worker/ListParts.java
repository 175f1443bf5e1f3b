package io.tapline.client.worker;

import java.util.ArrayList;
import java.util.List;

/** Splits lists into batches of at most {@link WorkPort#BATCH} items. */
final class ListParts {

  private ListParts() {}

  static <T> List<List<T>> split(List<T> all) {
    var parts = new ArrayList<List<T>>();
    for (int i = 0; i < all.size(); i += WorkPort.BATCH) {
      parts.add(all.subList(i, Math.min(all.size(), i + WorkPort.BATCH)));
    }
    return parts;
  }
}
