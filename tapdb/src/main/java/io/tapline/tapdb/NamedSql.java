package io.tapline.tapdb;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A statement with named parameters, {@code :like_this}, so that shared pieces of SQL can be
 * included anywhere.
 */
public final class NamedSql {

  // Excludes the second colon of a cast.
  private static final Pattern NAME = Pattern.compile("(?<!:):([a-z_]+)");

  private final String positional;
  private final List<String> names = new ArrayList<>();

  private NamedSql(String text) {
    var matcher = NAME.matcher(text);
    positional =
        matcher.replaceAll(
            found -> {
              names.add(found.group(1));
              return "?";
            });
  }

  public static NamedSql load(Class<?> near, String name) {
    return new NamedSql(SqlFile.load(near, name));
  }

  /** For a text from a file with placeholders that are replaced first. */
  public static NamedSql of(String text) {
    return new NamedSql(text);
  }

  /** The text for JDBC. */
  public String text() {
    return positional;
  }

  Object[] arguments(Map<String, ?> parameters) {
    var values = new Object[names.size()];
    for (int i = 0; i < values.length; i++) {
      var name = names.get(i);
      if (!parameters.containsKey(name)) {
        throw new IllegalArgumentException("no value for :" + name + " in " + positional);
      }
      values[i] = parameters.get(name);
    }
    return values;
  }
}
