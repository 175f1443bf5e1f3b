package io.tapline.server.execution;

import java.util.Collection;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Lines for a spreadsheet; a text that it would take for a formula is marked as text. */
final class CsvLines {

  private static final Pattern FORMULA = Pattern.compile("^[=+\\-@\\t\\r]");
  private static final Pattern QUOTED = Pattern.compile("[\",\\n\\r]");

  private CsvLines() {}

  static String line(Collection<String> cells) {
    return cells.stream().map(CsvLines::cell).collect(Collectors.joining(",", "", "\r\n"));
  }

  private static String cell(String value) {
    var text = value == null ? "" : value;
    var safe = FORMULA.matcher(text).find() ? "'" + text : text;
    return QUOTED.matcher(safe).find() ? "\"" + safe.replace("\"", "\"\"") + "\"" : safe;
  }
}
