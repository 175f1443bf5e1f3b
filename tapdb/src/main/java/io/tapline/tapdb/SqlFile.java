package io.tapline.tapdb;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads statements from files, one file for each kind of object. In a file, a line {@code -- name:
 * lock_subjects} begins a statement, which ends before the next such line. A line {@code --include
 * name} is replaced by another statement of the file, {@code --include file/name} by one of a file
 * beside it.
 */
public final class SqlFile {

  private static final Map<String, String> LOADED = new ConcurrentHashMap<>();
  private static final Map<String, SqlFile> FILES = new ConcurrentHashMap<>();
  private static final Pattern NAME = Pattern.compile("-- name: (\\w+)");
  private static final Pattern INCLUDE = Pattern.compile("(?m)^\\s*--include ([\\w/]+)\\s*$");
  private static final Pattern COMMENT = Pattern.compile("(?m)^\\s*--.*\\R?");

  private final String path;
  private final Map<String, String> sections = new LinkedHashMap<>();

  private SqlFile(String path, String text) {
    this.path = path;
    String name = null;
    var section = new StringBuilder();
    for (var line : text.lines().toList()) {
      var begins = NAME.matcher(line);
      if (begins.matches()) {
        end(name, section);
        name = begins.group(1);
        section.setLength(0);
      } else {
        section.append(line).append('\n');
      }
    }
    end(name, section);
  }

  private void end(String name, CharSequence section) {
    boolean empty = COMMENT.matcher(section).replaceAll("").isBlank();
    if (name == null) {
      if (!empty) {
        throw new IllegalArgumentException(path + " has text before the first line '-- name: …'");
      }
    } else if (empty && !INCLUDE.matcher(section).find()) {
      throw new IllegalArgumentException(path + " has nothing under the name '" + name + "'");
    } else if (sections.put(name, section.toString()) != null) {
      throw new IllegalArgumentException(path + " has two statements named '" + name + "'");
    }
  }

  /**
   * A statement without its comments.
   *
   * @param name file and statement: {@code subject/lock_subjects} is named lock_subjects in {@code
   *     sql/subject.sql} beside the class
   */
  public static String load(Class<?> near, String name) {
    return LOADED.computeIfAbsent(near.getPackageName() + "/" + name, key -> whole(near, name));
  }

  /** A statement with its includes and without comments. */
  private static String whole(Class<?> near, String name) {
    var parts = name.split("/");
    if (parts.length != 2) {
      throw new IllegalArgumentException(
          "'" + name + "' names no statement: write file/statement, such as subject/lock_subjects");
    }
    var file =
        FILES.computeIfAbsent(near.getPackageName() + "/" + parts[0], key -> read(near, parts[0]));
    var text =
        INCLUDE
            .matcher(file.section(parts[1]))
            .replaceAll(
                include -> {
                  var other = include.group(1);
                  return Matcher.quoteReplacement(
                      whole(near, other.contains("/") ? other : parts[0] + "/" + other));
                });
    return COMMENT.matcher(text).replaceAll("").strip();
  }

  private String section(String name) {
    var section = sections.get(name);
    if (section == null) {
      throw new IllegalArgumentException(path + " has no statement named '" + name + "'");
    }
    return section;
  }

  private static SqlFile read(Class<?> near, String name) {
    var path = "sql/" + name + ".sql";
    try (var in = near.getResourceAsStream(path)) {
      if (in == null) {
        throw new IllegalArgumentException(
            "there is no file " + path + " beside " + near.getName());
      }
      return new SqlFile(path, new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
