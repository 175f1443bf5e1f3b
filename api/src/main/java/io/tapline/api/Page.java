package io.tapline.api;

import java.util.List;

/** One page of a list; the cursor is opaque, and null on the last page. */
public record Page<T>(List<T> items, String nextCursor) {

  /** Maximum number of items of a page. */
  public static final int MAX_LIMIT = 500;

  public static final int DEFAULT_LIMIT = 50;

  public Page {
    items = items == null ? List.of() : List.copyOf(items);
  }
}
