package io.tapline.tapdb;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Several statements as one text, sent in one round trip. */
final class CombinedSql {

  // One text object per list of statements: the driver looks up a prepared statement by its text,
  // and a string caches its hash.
  private static final Map<List<String>, String> TEXTS = new ConcurrentHashMap<>();

  private CombinedSql() {}

  static String of(List<String> statements) {
    return statements.size() == 1
        ? statements.get(0)
        : TEXTS.computeIfAbsent(List.copyOf(statements), all -> String.join(";\n", all));
  }
}
