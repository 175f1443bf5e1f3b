package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The statements in files of SQL, and the names by which code asks for them. */
class SqlStatementsTest {

  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern SECTION = Pattern.compile("(?m)^-- name: (\\w+)$");
  private static final Pattern ASKED = Pattern.compile("\"([a-z_]+)/([a-z_]+)\"");
  private static final Pattern INCLUDED =
      Pattern.compile("(?m)^\\s*--include (?:([a-z_]+)/)?([a-z_]+)\\s*$");
  private static final int MAX_LINES = 400;

  @ParameterizedTest
  @ValueSource(strings = {"tapdb", "engine", "server", "starter", "bench"})
  void every_statement_is_used_and_every_name_asked_for_exists(String module) {
    var files = sqlFiles(module);
    assertThat(files).isNotEmpty();
    var there = new TreeSet<String>();
    var asked = new TreeSet<String>();
    for (var file : files) {
      var name = fileName(file);
      var text = text(file);
      SECTION.matcher(text).results().forEach(found -> there.add(name + "/" + found.group(1)));
      INCLUDED
          .matcher(text)
          .results()
          .forEach(
              found ->
                  asked.add(
                      (found.group(1) == null ? name : found.group(1)) + "/" + found.group(2)));
    }
    asked.addAll(askedByCode(module, files));
    assertThat(there).isEqualTo(asked);
  }

  /** Names beginning with that of a file of SQL; others, such as media types, are no statements. */
  private static Set<String> askedByCode(String module, List<Path> files) {
    var names = files.stream().map(SqlStatementsTest::fileName).collect(Collectors.toSet());
    return walk(ROOT.resolve(module).resolve("src/main/java")).stream()
        .flatMap(file -> ASKED.matcher(text(file)).results())
        .filter(found -> names.contains(found.group(1)))
        .map(found -> found.group(1) + "/" + found.group(2))
        .collect(Collectors.toSet());
  }

  @Test
  void names_are_unique_in_their_file_and_files_are_short() {
    for (var module : List.of("tapdb", "engine", "server", "starter", "bench")) {
      for (var file : sqlFiles(module)) {
        var text = text(file);
        assertThat(SECTION.matcher(text).results().map(found -> found.group(1)))
            .as(file.toString())
            .doesNotHaveDuplicates();
        assertThat(text.lines()).as(file.toString()).hasSizeLessThan(MAX_LINES);
      }
    }
  }

  private static List<Path> sqlFiles(String module) {
    return walk(ROOT.resolve(module).resolve("src/main/resources")).stream()
        .filter(file -> file.getParent().endsWith("sql"))
        .toList();
  }

  private static String fileName(Path file) {
    return file.getFileName().toString().replace(".sql", "");
  }

  private static List<Path> walk(Path folder) {
    try (Stream<Path> tree = Files.walk(folder)) {
      return tree.filter(Files::isRegularFile).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
