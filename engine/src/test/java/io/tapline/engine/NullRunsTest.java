package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** No call, of any module, main or test, is a column of nulls: builders name what is said. */
class NullRunsTest {

  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern THREE_NULLS =
      Pattern.compile("\\bnull\\s*,\\s*null\\s*,\\s*null\\b");

  /** SQL may have them. */
  private static final Pattern TEXT = Pattern.compile("\"[^\"\\\\]*+(?:\\\\.[^\"\\\\]*+)*+\"");

  /** The JDK's compiler asks for three. */
  private static final Set<String> EXEMPT = Set.of("GuidePrograms.java", "PluginJar.java");

  private static List<String> runs(String name, String source) {
    return THREE_NULLS
        .matcher(source)
        .results()
        .map(run -> name + ":" + source.substring(0, run.start()).lines().count())
        .toList();
  }

  @Test
  void no_call_has_three_nulls_in_a_row() throws IOException {
    var runs = new ArrayList<String>();
    int files = 0;
    try (var all = Files.walk(ROOT)) {
      for (var file : all.filter(NullRunsTest::code).toList()) {
        files++;
        runs.addAll(
            runs(
                ROOT.relativize(file).toString(),
                TEXT.matcher(Files.readString(file)).replaceAll("\"\"")));
      }
    }
    assertThat(files).isGreaterThan(1_000);
    assertThat(runs).as("use the record's builder, see docs/adr/0028").isEmpty();
  }

  @Test
  void a_run_of_nulls_is_found_over_lines_and_two_are_allowed() {
    assertThat(runs("A", "call(x,\n  null,\n  null,\n  null);")).containsExactly("A:2");
    assertThat(runs("A", "call(null, null, x, null)")).isEmpty();
  }

  private static boolean code(Path file) {
    var path = ROOT.relativize(file).toString();
    return path.contains("/src/")
        && path.endsWith(".java")
        && !path.contains("target/")
        && !EXEMPT.contains(file.getFileName().toString());
  }
}
