package io.tapline.client.api;

import java.util.List;

/** One page of a list; {@code nextCursor} is null on the last one. */
public record Page<T>(List<T> items, String nextCursor) {

  public Page {
    items = items == null ? List.of() : List.copyOf(items);
  }
}
