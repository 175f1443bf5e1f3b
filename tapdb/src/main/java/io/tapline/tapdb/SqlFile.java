package io.tapline.tapdb;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Reads statements from files, one file for each kind of object. In a file, a line {@code -- name:
 * lock_subjects} begins a statement, which ends before the next such line. A line {@code --include
 * name} is replaced by another statement of the file, {@code --include file/name} by one of a file
 * beside it.
 */
public final class SqlFile {

  private static final Map<String, String> LOADED = new ConcurrentHashMap<>();
  private static final Map<String, SqlFile> FILES = new ConcurrentHashMap<>();
  private static final String NAME = "-- name: ";
  private static final String INCLUDE = "--include ";
  private static final String COMMENT = "--";

  private final String path;

  /** The lines of each statement, without comments and with includes. */
  private final Map<String, List<String>> sections = new HashMap<>();

  private SqlFile(String path, String text) {
    this.path = path;
    String name = null;
    var section = new ArrayList<String>();
    for (var line : text.lines().toList()) {
      if (line.startsWith(NAME)) {
        end(name, section);
        name = line.substring(NAME.length());
        section = new ArrayList<>();
      } else if (!isComment(line.strip())) {
        section.add(line);
      }
    }
    end(name, section);
  }

  /** Lines are compared without regular expressions, which took a tenth of a server's start. */
  private static boolean isComment(String line) {
    return line.isEmpty() || line.startsWith(COMMENT) && !line.startsWith(INCLUDE);
  }

  private void end(String name, List<String> section) {
    if (name == null) {
      if (!section.isEmpty()) {
        throw new IllegalArgumentException(path + " has text before the first line '-- name: …'");
      }
    } else if (section.isEmpty()) {
      throw new IllegalArgumentException(path + " has nothing under the name '" + name + "'");
    } else if (sections.put(name, section) != null) {
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
    var text = new StringJoiner("\n");
    for (var line : file.section(parts[1])) {
      var bare = line.strip();
      if (bare.startsWith(INCLUDE)) {
        var other = bare.substring(INCLUDE.length());
        text.add(whole(near, other.contains("/") ? other : parts[0] + "/" + other));
      } else {
        text.add(line);
      }
    }
    return text.toString().strip();
  }

  private List<String> section(String name) {
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
