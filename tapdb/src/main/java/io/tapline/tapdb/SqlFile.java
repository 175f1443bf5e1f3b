package io.tapline.tapdb;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Statements live in files; this reads them. A line {@code --include name} stands for another file.
 */
public final class SqlFile {

  private static final Map<String, String> LOADED = new ConcurrentHashMap<>();
  private static final Pattern INCLUDE = Pattern.compile("(?m)^\\s*--include (\\w+)\\s*$");
  private static final Pattern COMMENT = Pattern.compile("(?m)^\\s*--.*\\R?");

  private SqlFile() {}

  /** The statement in {@code sql/name.sql} beside the class, without its comments. */
  public static String load(Class<?> near, String name) {
    return LOADED.computeIfAbsent(near.getPackageName() + "/" + name, key -> read(near, name));
  }

  private static String read(Class<?> near, String name) {
    try (var in = near.getResourceAsStream("sql/" + name + ".sql")) {
      if (in == null) {
        throw new IllegalArgumentException("no statement sql/" + name + ".sql beside " + near);
      }
      var text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      var whole =
          INCLUDE
              .matcher(text)
              .replaceAll(include -> Matcher.quoteReplacement(read(near, include.group(1))));
      return COMMENT.matcher(whole).replaceAll("").strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
