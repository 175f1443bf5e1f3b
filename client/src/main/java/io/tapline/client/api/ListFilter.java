package io.tapline.client.api;

import java.util.Map;
import java.util.TreeMap;

/** What every list takes: how many, and from where on. */
public abstract class ListFilter<T extends ListFilter<T>> {

  private final Map<String, Object> query = new TreeMap<>();

  ListFilter() {}

  /** Items on a page, to 500; absent: 50. */
  public T limit(int items) {
    return set("limit", items);
  }

  /** Goes on where a page ended. */
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
