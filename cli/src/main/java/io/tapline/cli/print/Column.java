package io.tapline.cli.print;

import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/**
 * A column of a table: its title, what stands in it, and how that is painted.
 *
 * @param right numbers stand at the right
 */
public record Column(
    String title, Function<JsonNode, String> text, Function<String, Style> style, boolean right) {

  public static Column text(String title, Function<JsonNode, String> text) {
    return new Column(title, text, shown -> Style.PLAIN, false);
  }

  /** A field by its path, as {@code "execution.state"}. */
  public static Column text(String title, String path) {
    return text(title, row -> Field.text(row, path));
  }

  /** What people call it, with the EUID beside; only the EUID where it has no name. */
  public static Column named(String title, String name, String euid) {
    return text(
        title,
        row -> {
          var called = Field.text(row, name);
          var known = Field.text(row, euid);
          return called.isBlank() || called.equals("-") || called.equals(known)
              ? known
              : called + " (" + known + ")";
        });
  }

  public static Column state(String title, String path) {
    return new Column(title, row -> Field.text(row, path), Style::ofState, false);
  }

  public static Column number(String title, String path) {
    return new Column(title, row -> Field.text(row, path), shown -> Style.PLAIN, true);
  }

  /** A number that is worth a look when it is not zero. */
  public static Column alarm(String title, String path) {
    return new Column(
        title,
        row -> Field.text(row, path),
        shown -> shown.equals("0") ? Style.FAINT : Style.WARN,
        true);
  }

  /** A time, to the second. */
  public static Column time(String title, String path) {
    return text(title, row -> Field.time(row, path));
  }

  /** A number of seconds, as people say it. */
  public static Column seconds(String title, String path) {
    return new Column(title, row -> Field.seconds(row, path), shown -> Style.PLAIN, true);
  }
}
