package io.tapline.tapdb;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Statements that go to the database together, as one text. */
final class CombinedSql {

  // The same text for the same statements: the driver looks a prepared statement up by its text,
  // and a text remembers its hash.
  private static final Map<List<String>, String> TEXTS = new ConcurrentHashMap<>();

  private CombinedSql() {}

  static String of(List<String> statements) {
    return statements.size() == 1
        ? statements.get(0)
        : TEXTS.computeIfAbsent(List.copyOf(statements), all -> String.join(";\n", all));
  }
}
