package io.tapline.client.api;

import java.util.Map;
import java.util.TreeMap;

/** Paging parameters of every list. */
public abstract class ListFilter<T extends ListFilter<T>> {

  private final Map<String, Object> query = new TreeMap<>();

  ListFilter() {}

  /** Items per page, at most 500; 50 by default. */
  public T limit(int items) {
    return set("limit", items);
  }

  /** Continues after a page. */
  public T cursor(String nextCursor) {
    return set("cursor", nextCursor);
  }

  @SuppressWarnings("unchecked")
  final T set(String name, Object value) {
    if (value == null) {
      query.remove(name);
    } else {
      query.put(name, value);
    }
    return (T) this;
  }

  final Map<String, Object> query() {
    return query;
  }
}
