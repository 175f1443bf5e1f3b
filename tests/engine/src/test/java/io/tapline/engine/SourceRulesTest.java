package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rules for the text of every source of all modules, main and test. */
class SourceRulesTest {

  private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();
  private static final Pattern THREE_NULLS =
      Pattern.compile("\\bnull\\s*,\\s*null\\s*,\\s*null\\b");

  /** Two of them in a row: the first stands on nothing, which newer compilers refuse. */
  private static final Pattern DOC_COMMENT_OF_NOTHING =
      Pattern.compile("/\\*\\*[^*]*+(?:\\*(?!/)[^*]*+)*+\\*/\\s*+/\\*\\*");

  /** A comment that begins without a named subject; the second line of one does not begin it. */
  private static final Pattern BARE_OPENING =
      Pattern.compile(
          "(?:/\\*\\*?\\s*+(?:\\*\\s++)?+|//\\s*+)(?=(?:What|Who|Whoever|Of|By|The same)\\b)"
              + "(?<!//[^\\n]{0,120}\\n {0,40}// ?)");

  /** SQL may have nulls. */
  private static final Pattern TEXT = Pattern.compile("\"[^\"\\\\]*+(?:\\\\.[^\"\\\\]*+)*+\"");

  /** The JDK's compiler asks for three nulls. */
  private static final Set<String> EXEMPT = Set.of("GuidePrograms.java", "PluginJar.java");

  private static List<String> found(Pattern rule, String name, String source) {
    return rule.matcher(source)
        .results()
        .map(run -> name + ":" + source.substring(0, run.start()).lines().count())
        .toList();
  }

  @Test
  void no_call_has_three_nulls_in_a_row() throws IOException {
    assertThat(found(THREE_NULLS)).as("use the record's builder, see docs/adr/0028").isEmpty();
  }

  @Test
  void a_run_of_nulls_is_found_over_lines_and_two_are_allowed() {
    assertThat(found(THREE_NULLS, "A", "call(x,\n  null,\n  null,\n  null);"))
        .containsExactly("A:2");
    assertThat(found(THREE_NULLS, "A", "call(null, null, x, null)")).isEmpty();
  }

  @Test
  void every_doc_comment_stands_on_a_declaration() throws IOException {
    assertThat(found(DOC_COMMENT_OF_NOTHING)).isEmpty();
  }

  @Test
  void a_doc_comment_in_front_of_another_is_found() {
    assertThat(found(DOC_COMMENT_OF_NOTHING, "A", "int x;\n/** One. */\n\n/** Two. */\nint y;"))
        .containsExactly("A:1");
    assertThat(found(DOC_COMMENT_OF_NOTHING, "A", "/** One. */\nint x;\n/** Two. */\nint y;"))
        .isEmpty();
  }

  @Test
  void comments_begin_with_a_named_subject() throws IOException {
    assertThat(found(BARE_OPENING)).isEmpty();
  }

  @Test
  void a_comment_without_a_named_subject_is_found() {
    assertThat(found(BARE_OPENING, "A", "/** What it holds. */\nint a;\n/**\n * Of one row.\n */"))
        .containsExactly("A:0", "A:2");
    assertThat(found(BARE_OPENING, "A", "int a;\n// The same for b.\nint b;"))
        .containsExactly("A:1");
    assertThat(
            found(BARE_OPENING, "A", "/** Whose key it is. */\nint a; // A row of the same kind"))
        .isEmpty();
    assertThat(found(BARE_OPENING, "A", "  // The row.\n  // By its key.\n")).isEmpty();
  }

  /**
   * A field of a request is defined once, so few main files name it: the record, the decision, the
   * row, and a door that needs it by name.
   */
  @ParameterizedTest
  @CsvSource({
    "dispatch_payload|dispatchPayload, 4",
    "leave_waiting|leaveWaiting, 4",
    "max_items|maxItems|MaxItems, 23",
    "ReportProgress, 11"
  })
  void few_main_files_name_a_field_of_a_request(String names, int most) throws IOException {
    var word = Pattern.compile("(?<![A-Za-z_])(?:" + names + ")(?![A-Za-z_])");
    try (var all = Files.walk(ROOT)) {
      var naming =
          all.filter(SourceRulesTest::code)
              .filter(file -> file.toString().contains("/src/main/"))
              .filter(file -> word.matcher(read(file)).find())
              .map(file -> file.getFileName().toString())
              .toList();
      assertThat(naming).isNotEmpty().hasSizeLessThanOrEqualTo(most);
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> found(Pattern rule) throws IOException {
    var found = new ArrayList<String>();
    int files = 0;
    try (var all = Files.walk(ROOT)) {
      for (var file : all.filter(SourceRulesTest::code).toList()) {
        files++;
        found.addAll(
            found(
                rule,
                ROOT.relativize(file).toString(),
                TEXT.matcher(Files.readString(file)).replaceAll("\"\"")));
      }
    }
    assertThat(files).isGreaterThan(1_000);
    return found;
  }

  private static boolean code(Path file) {
    var path = ROOT.relativize(file).toString();
    return path.contains("/src/")
        && path.endsWith(".java")
        && !path.contains("target/")
        && !EXEMPT.contains(file.getFileName().toString());
  }
}
