package io.tapline.server.execution;

import java.util.Collection;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Lines for a spreadsheet; a text that it would read as a formula is marked as text. Every cell is
 * quoted, because some locales separate cells by semicolons.
 */
final class CsvLines {

  /** Includes full-width forms, because some spreadsheets read them as the plain ones. */
  private static final Pattern FORMULA =
      Pattern.compile("^[=+\\-@\\t\\r\\n\\uFF1D\\uFF0B\\uFF0D\\uFF20]");

  private CsvLines() {}

  static String line(Collection<String> cells) {
    return cells.stream().map(CsvLines::cell).collect(Collectors.joining(",", "", "\r\n"));
  }

  private static String cell(String value) {
    var text = value == null ? "" : value;
    var safe = FORMULA.matcher(text).find() ? "'" + text : text;
    return "\"" + safe.replace("\"", "\"\"") + "\"";
  }
}
