package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** CONTRIBUTING.md shows code that is compiled, and names files and tests that exist. */
class ContributingTest {

  private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
  private static final Pattern CODE =
      Pattern.compile("(?:<!-- from (\\S+) -->\n)?```(?:java|json)\n(.*?)```", Pattern.DOTALL);
  private static final Pattern FILE =
      Pattern.compile("`(?:[\\w.-]+/)*([\\w-]+\\.(?:java|json|js|md|sql|list))`");
  private static final Pattern TYPE = Pattern.compile("`([A-Z]\\w+[a-z]Test)`|-Dtest=(\\w+)");

  private static final Map<String, Path> FILES = new HashMap<>();
  private static String page;

  @BeforeAll
  static void read() throws IOException {
    page = Files.readString(ROOT.resolve("CONTRIBUTING.md"));
    try (var all = Files.walk(ROOT)) {
      all.filter(file -> !ROOT.relativize(file).toString().contains("target/"))
          .forEach(file -> FILES.put(file.getFileName().toString(), file));
    }
  }

  @Test
  void code_in_contributing_md_is_code_of_the_build() throws IOException {
    var blocks = CODE.matcher(page);
    int seen = 0;
    for (; blocks.find(); seen++) {
      assertThat(FILES).as("where this is from: " + blocks.group(2)).containsKey(blocks.group(1));
      assertThat(dense(Files.readString(FILES.get(blocks.group(1)))))
          .as(blocks.group(1))
          .contains(dense(blocks.group(2)));
    }
    assertThat(seen).isGreaterThan(5);
  }

  @Test
  void files_and_tests_that_contributing_md_names_exist() {
    var files = FILE.matcher(page).results().map(found -> found.group(1)).toList();
    assertThat(files).hasSizeGreaterThan(20);
    assertThat(files).isSubsetOf(FILES.keySet());
    var tests =
        TYPE.matcher(page)
            .results()
            .map(found -> (found.group(1) == null ? found.group(2) : found.group(1)) + ".java")
            .toList();
    assertThat(tests).hasSizeGreaterThan(8);
    assertThat(tests).isSubsetOf(FILES.keySet());
  }

  /** A page need not indent as the file does. */
  private static String dense(String text) {
    return text.lines()
        .map(String::strip)
        .filter(line -> !line.isEmpty())
        .collect(Collectors.joining("\n"));
  }
}
