package io.tapline.cli.print;

import java.util.List;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/**
 * A column of a table: title, content and style.
 *
 * @param title the title above these rows
 * @param right true for numbers, which are aligned to the right
 */
public record TableColumn(
    Function<List<JsonNode>, String> title,
    Function<JsonNode, String> text,
    Function<String, TextStyle> style,
    boolean right) {

  public static TableColumn text(String title, Function<JsonNode, String> text) {
    return new TableColumn(rows -> title, text, shown -> TextStyle.PLAIN, false);
  }

  /** The EUIDs of jobs, under the noun of the jobs. */
  public static TableColumn jobs(String path) {
    return new TableColumn(
        rows -> JobNoun.common(rows).title(),
        row -> FieldText.text(row, path),
        shown -> TextStyle.PLAIN,
        false);
  }

  /** A field by its path, as {@code "execution.state"}. */
  public static TableColumn text(String title, String path) {
    return text(title, row -> FieldText.text(row, path));
  }

  /** The name with the EUID beside it; only the EUID if there is no name. */
  public static TableColumn named(String title, String name, String euid) {
    return text(
        title,
        row -> {
          var called = FieldText.text(row, name);
          var known = FieldText.text(row, euid);
          return called.isBlank() || called.equals("-") || called.equals(known)
              ? known
              : called + " (" + known + ")";
        });
  }

  public static TableColumn state(String title, String path) {
    return new TableColumn(
        rows -> title, row -> FieldText.text(row, path), TextStyle::ofState, false);
  }

  public static TableColumn number(String title, String path) {
    return new TableColumn(
        rows -> title, row -> FieldText.text(row, path), shown -> TextStyle.PLAIN, true);
  }

  /** A number that is highlighted when it is not zero. */
  public static TableColumn alarm(String title, String path) {
    return new TableColumn(
        rows -> title,
        row -> FieldText.text(row, path),
        shown -> shown.equals("0") ? TextStyle.FAINT : TextStyle.WARN,
        true);
  }

  /** A time, to the second. */
  public static TableColumn time(String title, String path) {
    return text(title, row -> FieldText.time(row, path));
  }

  /** A number of seconds as a readable span. */
  public static TableColumn seconds(String title, String path) {
    return new TableColumn(
        rows -> title, row -> FieldText.seconds(row, path), shown -> TextStyle.PLAIN, true);
  }
}
