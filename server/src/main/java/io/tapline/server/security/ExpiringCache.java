package io.tapline.server.security;

import io.tapline.server.base.Ticker;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** A cache of limited size whose values expire. */
final class ExpiringCache<T> {

  private record CachedValue<T>(T value, long until) {}

  private final Map<String, CachedValue<T>> entries;
  private final Duration age;
  private final Ticker ticker;

  ExpiringCache(int most, Duration age, Ticker ticker) {
    this.age = age;
    this.ticker = ticker;
    // Access order: the least recently used entry is evicted.
    this.entries =
        new LinkedHashMap<>(16, 0.75f, true) {
          private static final long serialVersionUID = 1L;

          @Override
          protected boolean removeEldestEntry(Map.Entry<String, CachedValue<T>> eldest) {
            return size() > most;
          }
        };
  }

  synchronized T get(String key) {
    var entry = entries.get(key);
    if (entry == null) {
      return null;
    }
    if (ticker.nanos() - entry.until() >= 0) {
      entries.remove(key);
      return null;
    }
    return entry.value();
  }

  synchronized void put(String key, T value) {
    entries.put(key, new CachedValue<>(value, ticker.nanos() + age.toNanos()));
  }

  synchronized T remove(String key) {
    var value = get(key);
    entries.remove(key);
    return value;
  }

  synchronized void clear() {
    entries.clear();
  }

  synchronized int size() {
    return entries.size();
  }
}
