package io.tapline.cli.print;

import java.util.ArrayList;
import tools.jackson.databind.JsonNode;

/** The text of a field, for people; a dash for a missing field. */
public final class FieldText {

  public static final String NONE = "-";

  private static final int MINUTE = 60;
  private static final int HOUR = 60 * MINUTE;
  private static final int DAY = 24 * HOUR;

  private FieldText() {}

  /** Reads a field by its path, as {@code "execution.state"}. */
  public static JsonNode at(JsonNode row, String path) {
    var node = row;
    for (var name : path.split("\\.")) {
      node = node.path(name);
    }
    return node;
  }

  public static String text(JsonNode row, String path) {
    return text(at(row, path));
  }

  public static String text(JsonNode value) {
    if (value.isMissingNode() || value.isNull()) {
      return NONE;
    }
    if (value.isArray()) {
      var all = new ArrayList<String>();
      value.forEach(one -> all.add(text(one)));
      return all.isEmpty() ? NONE : String.join(",", all);
    }
    var text = SafeText.oneLine(value.isValueNode() ? value.asString() : value.toString());
    return text.isEmpty() ? NONE : text;
  }

  /** {@code 2026-01-05T12:00:00.000000Z} as {@code 2026-01-05 12:00:00}. */
  public static String time(JsonNode row, String path) {
    var text = text(row, path);
    int dot = text.indexOf('.');
    return dot == 19 ? text.substring(0, 10) + " " + text.substring(11, dot) : text;
  }

  public static String seconds(JsonNode row, String path) {
    var value = at(row, path);
    return value.isNumber() ? span(value.asDouble()) : NONE;
  }

  /** {@code 3d 4h}, {@code 5m 12s}, {@code 0.4s}. */
  static String span(double seconds) {
    if (seconds < 10) {
      return String.format(java.util.Locale.ROOT, "%.1fs", Math.max(0, seconds));
    }
    long whole = Math.round(seconds);
    if (whole < MINUTE) {
      return whole + "s";
    }
    if (whole < HOUR) {
      return whole / MINUTE + "m " + whole % MINUTE + "s";
    }
    return whole < DAY
        ? whole / HOUR + "h " + whole % HOUR / MINUTE + "m"
        : whole / DAY + "d " + whole % DAY / HOUR + "h";
  }
}
