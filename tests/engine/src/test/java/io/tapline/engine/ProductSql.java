package io.tapline.engine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The statements in the SQL files of one module, read from the source tree. */
final class ProductSql {

  private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
  private static final Pattern SECTION = Pattern.compile("(?m)^-- name: (\\w+)$");
  private static final Pattern ASKED = Pattern.compile("\"([a-z_]+)/([a-z_]+)\"");
  private static final Pattern INCLUDED =
      Pattern.compile("(?m)^\\s*--include (?:([a-z_]+)/)?([a-z_]+)\\s*$");
  private static final Pattern COMMENT = Pattern.compile("(?m)^\\s*--.*\\R?");

  private final String module;

  /** Texts by name ({@code file/statement}). */
  private final Map<String, String> sections = new TreeMap<>();

  private final Map<String, List<String>> namesByFile = new HashMap<>();

  ProductSql(String module) {
    this.module = module;
    for (var file : files(module)) {
      var text = text(file);
      var starts = SECTION.matcher(text).results().toList();
      for (int i = 0; i < starts.size(); i++) {
        int end = i + 1 < starts.size() ? starts.get(i + 1).start() : text.length();
        sections.put(
            name(file) + "/" + starts.get(i).group(1), text.substring(starts.get(i).end(), end));
      }
      namesByFile.put(name(file), starts.stream().map(found -> found.group(1)).toList());
    }
  }

  static List<Path> files(String module) {
    return walk(ROOT.resolve(module).resolve("src/main/resources")).stream()
        .filter(file -> file.getParent().endsWith("sql"))
        .toList();
  }

  /** Names of the statements of each file, duplicates included. */
  Map<String, List<String>> namesByFile() {
    return namesByFile;
  }

  Set<String> names() {
    return sections.keySet();
  }

  /** Names that another statement includes. */
  Set<String> included() {
    var included = new TreeSet<String>();
    sections.forEach(
        (name, text) ->
            INCLUDED.matcher(text).results().forEach(found -> included.add(target(name, found))));
    return included;
  }

  /**
   * Names that Java code contains. Only those that begin with the name of an SQL file: others, such
   * as media types, are no statements.
   */
  Set<String> usedByCode() {
    return walk(ROOT.resolve(module).resolve("src/main/java")).stream()
        .flatMap(file -> ASKED.matcher(text(file)).results())
        .filter(found -> namesByFile.containsKey(found.group(1)))
        .map(found -> found.group(1) + "/" + found.group(2))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The statement with the statements that it includes, without comments. */
  String statement(String name) {
    var whole =
        INCLUDED
            .matcher(sections.get(name))
            .replaceAll(
                found -> "\n" + Matcher.quoteReplacement(statement(target(name, found))) + "\n");
    return COMMENT.matcher(whole).replaceAll("").strip();
  }

  private static String target(String from, MatchResult include) {
    var file = include.group(1) == null ? from.substring(0, from.indexOf('/')) : include.group(1);
    return file + "/" + include.group(2);
  }

  private static String name(Path file) {
    return file.getFileName().toString().replace(".sql", "");
  }

  private static List<Path> walk(Path folder) {
    try (Stream<Path> tree = Files.walk(folder)) {
      return tree.filter(Files::isRegularFile).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
