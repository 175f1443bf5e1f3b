package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.engine.testing.SourceTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * docs/requirements.md names the implementation, the test and the source paragraph of each
 * requirement. All names must exist, and no paragraph may be missing.
 */
class RequirementsTest {

  private static final Path TABLE = SourceTree.ROOT.resolve("docs/requirements.md");

  /** Paragraphs of source 000; a paragraph without a row is a fault. */
  private static final List<String> PARAGRAPHS_OF_000 =
      words(
          """
          1-one-store 1-evidence 1-no-verdicts 1-delivery 1-generic
          1.1.1 1.1.2 1.1.3 1.1.4 1.1.5 1.1.6 1.1.7 1.1.8 1.1.9 1.1.10 1.1.11 1.2 1.3 2
          2.1-fields 2.1-relationships 2.1-indexes 2.1-lifecycle
          2.2-fields 2.2-relationships 2.2-indexes 2.2-lifecycle
          2.3-fields 2.3-relationships 2.3-indexes 2.3-lifecycle
          2.4-fields 2.4-relationships 2.4-indexes 2.4-lifecycle
          2.5-hold-fields 2.5-hold-relationships 2.5-dead-letter-fields 2.5-dead-letter-relationships
          3.1 3.2 3.3 3.4 3.5 3.6 3.7
          4.1 4.2 4.3 4.4 4.5 4.6
          5.1 5.2 5.3 5.4 5.5 5.6
          6.1 6.2 6.3 6.4 6.5 6.6
          7.1 7.2 7.3 7.4 7.5 7.6 7.7
          8.1 8.2 8.3 8.4 8.5 8.6 8.7 8.8
          9.1 9.2 9.3 9.4 9.5
          10.1 10.2 10.3 10.4
          11-both-kinds
          11.1-parallel-worker-collision 11.1-lease-expiration-recovery 11.1-worker-crash-recovery
          11.2-retry-idempotency 11.2-payload-hash-conflict 11.2-completion-replay
          11.3-queue-state-consistency 11.3-held-item-removed-from-queue
          11.3-cancel-removes-item-from-queue 11.3-max-attempt-dead-letter
          11.4-relationships-are-lineage-only 11.4-lineage-consistency-on-claim
          11.5-wet-lab-queue-chain-regression 11.5-compute-execution-flow
          11.5-artifact-reprocessing-compatibility
          11.6-invalid-transition-blocked 11.6-renew-expired-lease-blocked 11.6-sweeper-idempotency
          11.6-no-hidden-direct-writes
          11.7-queue-metrics-correctness 11.7-why-not-visible-diagnostics final
          """);

  private static final List<String> PARAGRAPHS_OF_003 =
      words(
          """
          1-one-substrate 1-spawned
          3.1-idempotency 3.1-executor 3.1-refs 3.1-correlation
          3.2-job 3.2-payload 3.2-deadline 3.2-workflow 3.2-screen 3.3
          4-states 4-verbs 4-events 4-cleanup 5-claim 5-indexes 6-roles 6-structural 7 8 11 12
          """);

  private static final List<String> PARAGRAPHS_OF_OTHERS =
      words(
          """
          001-name 001-rooms 001-room-id 001-category 001-schema-conflict 001-payload 001-unique
          001-soft-deletion 001-reactivation 001-internal-kept 001-transitions 001-who
          001-timestamps 001-claim 001-races 001-disconnect 001-internal-validation
          001-internal-dispatch 001-internal-failure 001-internal-stuck 001-events 001-queue-position
          001-long-polling
          002-1 002-2 002-3 002-4 002-5 002-fence 002-stream 002-stale 002-one-recovery
          002-no-stream-liveness
          004-states 004-owner 004-monotonic 004-events 004-idempotency 004-lease 004-footprint 004-claim
          004-many-claimers 004-loss 004-backoff 004-cancel 004-dead-letter 004-event-schema
          004-event-reads 004-error-classes 004-attempts 004-version 004-webhooks 004-tracing
          004-compensation 004-metrics 004-lease-terms
          004-acceptance-no-step-back 004-acceptance-owners 004-acceptance-counts
          """);

  /** An area and a number; numbers of removed requirements are not reused. */
  private static final Pattern ID = Pattern.compile("([A-Z]{3})-\\d\\d");

  /** The heading of an area, which contains the prefix of its ids. */
  private static final Pattern HEADING = Pattern.compile("## .+ \\(([A-Z]{3})\\)");

  /** A class, a class and a member, a file, or a statement of a file of SQL. */
  private static final Pattern NAME = Pattern.compile("`([^`]+)`");

  private static final Pattern CLASS = Pattern.compile("([A-Z]\\w*)(?:#(\\w+))?");

  private static final Pattern STATEMENT = Pattern.compile("([a-z_]+\\.sql)#(\\w+)");

  private static final Pattern TESTED =
      Pattern.compile("@(Test|TestFactory|ParameterizedTest|RepeatedTest|Property|ArchTest)\\b");

  /** Return types in the declaration of a test. */
  private static final String MEMBER = "(void|boolean|ArchRule|Stream<DynamicTest>) ";

  /** The tag of long-running tests, which are not part of every build. */
  private static final Pattern LONG_RUNNING = Pattern.compile("@Tag\\(\"soak\"\\)");

  private static final Pattern DECLARED = Pattern.compile("\\n(public |final |abstract )*class ");

  private static List<Path> main;
  private static List<Path> tests;

  @BeforeAll
  static void look() {
    main = SourceTree.files("src/main");
    tests = SourceTree.files("src/test");
  }

  @Test
  void every_paragraph_has_a_row_and_every_name_of_a_row_exists() throws IOException {
    assertThat(faults(Files.readString(TABLE))).isEmpty();
  }

  @Test
  void a_name_that_does_not_exist_is_a_fault() {
    assertThat(faultsOf(row("`NoSuchClass`", "`RequirementsTest`")))
        .containsExactly("ARC-01: implementation NoSuchClass does not exist");
    assertThat(faultsOf(row("`no_such.sql`", "`RequirementsTest`")))
        .containsExactly("ARC-01: implementation no_such.sql does not exist");
    assertThat(faultsOf(row("`claim.sql#promote`", "`RequirementsTest`"))).isEmpty();
    assertThat(faultsOf(row("`claim.sql#no_such`", "`RequirementsTest`")))
        .containsExactly("ARC-01: implementation claim.sql#no_such does not exist");
    assertThat(faultsOf(row("`Engine`", "`NoSuchTest`")))
        .containsExactly("ARC-01: test NoSuchTest does not exist");
    assertThat(faultsOf(row("`Engine`", "`RequirementsTest#no_such_test`")))
        .containsExactly("ARC-01: test RequirementsTest#no_such_test does not exist");
    assertThat(faultsOf(row("`Engine`", "`RequirementsTest#faultsOf`")))
        .as("a method without the annotation of a test proves nothing")
        .hasSize(1);
    assertThat(faultsOf(row("`RequirementsTest`", "`Engine`")))
        .as("the implementation is main code and the proof is a test")
        .hasSize(2);
  }

  @Test
  void a_row_with_an_empty_cell_or_without_a_name_is_a_fault() {
    assertThat(faultsOf(row("", "`RequirementsTest`")))
        .containsExactly("ARC-01: has no implementation");
    assertThat(faultsOf(row("`Engine`", "somehow"))).containsExactly("ARC-01: has no test");
    assertThat(faultsOf("| ARC-01 |  | `Engine` | `RequirementsTest` | 000 §1.2 |"))
        .containsExactly("ARC-01: has no requirement");
    assertThat(faultsOf("| ARC-01 | a rule | `Engine` | `RequirementsTest` |  |"))
        .containsExactly("ARC-01: has no source");
    assertThat(faultsOf("| ARC-01 | a rule | `Engine` | 000 §1.2 |")).hasSize(1);
  }

  @Test
  void a_row_that_only_long_running_tests_prove_is_a_fault() {
    var longRunning =
        "`VisibilityAgreementTest#what_is_listed_is_what_a_claim_takes_in_that_order`";
    assertThat(faultsOf(row("`Engine`", longRunning)))
        .containsExactly("ARC-01: has only long-running tests");
    assertThat(faultsOf(row("`Engine`", "`VisibilityAgreementTest`"))).hasSize(1);
    assertThat(faultsOf(row("`Engine`", longRunning + ", `RequirementsTest`"))).isEmpty();
  }

  @Test
  void a_paragraph_without_a_row_with_two_rows_or_unknown_is_a_fault() {
    var row = row("`Engine`", "`RequirementsTest`");
    assertThat(faults(row)).contains("000 §1.3: has no row").doesNotContain("000 §1.2: has no row");
    assertThat(faults(row)).contains("002-1: has no row");
    assertThat(faultsOf(row)).isEmpty();
    assertThat(faultsOf(row.replace("§1.2", "§1.2; with a deviation"))).isEmpty();
    assertThat(faultsOf(row + "\n" + row.replace("01", "02")))
        .containsExactly("000 §1.2: has two rows");
    assertThat(faultsOf(row.replace("§1.2", "§99.9")))
        .containsExactly("000 §99.9: is not a paragraph in this test");
  }

  @Test
  void an_id_that_is_used_twice_or_belongs_to_another_area_is_a_fault() {
    var row = row("`Engine`", "`RequirementsTest`");
    assertThat(faultsOf(row + "\n" + row.replace("§1.2", "§1.3")))
        .containsExactly("ARC-01: has two rows");
    assertThat(faultsOf(row.replace("ARC-01", "ARC-1")))
        .containsExactly("ARC-1: is not an id of the form ABC-01");
    assertThat(faultsOf("## Architecture (ARC)\n" + row)).isEmpty();
    assertThat(faultsOf("## Architecture (ARC)\n" + row + "\n## Queues (QUE)\n"))
        .containsExactly("QUE: has no row");
    assertThat(faultsOf("## Architecture (ARC)\n## Queues (QUE)\n" + row))
        .contains("ARC-01: is in the area QUE");
  }

  private static String row(String implementation, String tests) {
    return "| ARC-01 | a rule | %s | %s | 000 §1.2 |".formatted(implementation, tests);
  }

  /** The faults of existing rows. */
  private static List<String> faultsOf(String markdown) {
    return faults(markdown).stream()
        .filter(fault -> !fault.matches("00\\d.*: has no row"))
        .toList();
  }

  private static List<String> faults(String markdown) {
    var page = new Page();
    markdown.lines().forEach(page::read);
    return page.faults();
  }

  /** The rows of the page in their order, with their faults. */
  private static final class Page {

    private final List<String> faults = new ArrayList<>();
    private final Set<String> ids = new LinkedHashSet<>();
    private final Set<String> sources = new LinkedHashSet<>();
    private final Set<String> emptyAreas = new LinkedHashSet<>();
    private String area;

    void read(String line) {
      var heading = HEADING.matcher(line);
      if (heading.matches()) {
        area = heading.group(1);
        emptyAreas.add(area);
      }
      var cells = line.split("\\|", -1);
      if (line.startsWith("|")
          && !cells[1].isBlank()
          && !cells[1].strip().equals("id")
          && !cells[1].strip().matches(":?-+:?")) {
        check(cells);
      }
    }

    private void check(String[] cells) {
      var id = cells[1].strip();
      checkId(id);
      // Five cells between six bars.
      if (cells.length != 7) {
        faults.add(id + ": has " + (cells.length - 2) + " cells, not 5");
        return;
      }
      if (cells[2].isBlank()) {
        faults.add(id + ": has no requirement");
      }
      checkNames(id, "implementation", cells[3], main, false);
      checkNames(id, "test", cells[4], tests, true);
      var proofs = names(cells[4]);
      if (!proofs.isEmpty() && proofs.stream().allMatch(RequirementsTest::isLongRunning)) {
        faults.add(id + ": has only long-running tests");
      }
      var source = cells[5].split(";", 2)[0].strip();
      if (source.isEmpty()) {
        faults.add(id + ": has no source");
      } else if (!sources.add(source)) {
        faults.add(source + ": has two rows");
      }
    }

    private void checkId(String id) {
      if (!ids.add(id)) {
        faults.add(id + ": has two rows");
      }
      var form = ID.matcher(id);
      if (!form.matches()) {
        faults.add(id + ": is not an id of the form ABC-01");
        return;
      }
      if (area != null && !area.equals(form.group(1))) {
        faults.add(id + ": is in the area " + area);
      }
      emptyAreas.remove(form.group(1));
    }

    private void checkNames(String id, String column, String cell, List<Path> files, boolean test) {
      var names = names(cell);
      if (names.isEmpty()) {
        faults.add(id + ": has no " + column);
      }
      for (var name : names) {
        if (!exists(name, files, test)) {
          faults.add(id + ": " + column + " " + name + " does not exist");
        }
      }
    }

    /** All faults. Both directions: a row whose loss this test would not report is a fault, too. */
    List<String> faults() {
      var all = new ArrayList<>(faults);
      emptyAreas.forEach(empty -> all.add(empty + ": has no row"));
      var expected = new LinkedHashSet<String>();
      PARAGRAPHS_OF_000.forEach(paragraph -> expected.add("000 §" + paragraph));
      PARAGRAPHS_OF_003.forEach(paragraph -> expected.add("003 §" + paragraph));
      expected.addAll(PARAGRAPHS_OF_OTHERS);
      sources.stream()
          .filter(source -> !expected.contains(source))
          .forEach(source -> all.add(source + ": is not a paragraph in this test"));
      expected.removeAll(sources);
      expected.forEach(source -> all.add(source + ": has no row"));
      return all;
    }
  }

  private static List<String> names(String cell) {
    return NAME.matcher(cell).results().map(result -> result.group(1)).toList();
  }

  /** Returns whether the class, or the named test, has the tag of long-running tests. */
  private static boolean isLongRunning(String name) {
    var type = CLASS.matcher(name);
    return type.matches()
        && tests.stream()
            .filter(file -> file.getFileName().toString().equals(type.group(1) + ".java"))
            .map(SourceTree::text)
            .anyMatch(
                text ->
                    LONG_RUNNING.matcher(DECLARED.split(text, 2)[0]).find()
                        || type.group(2) != null
                            && LONG_RUNNING.matcher(annotations(text, type.group(2))).find());
  }

  /** The text between a member and the previous one. */
  private static String annotations(String text, String member) {
    var found = Pattern.compile(MEMBER + member + "(\\(| =)").matcher(text);
    return found.find() ? since(text.substring(0, found.start())) : "";
  }

  private static String since(String before) {
    int end = Math.max(before.lastIndexOf("\n  }\n"), before.lastIndexOf(";\n\n"));
    return before.substring(Math.max(0, end));
  }

  private static boolean exists(String name, List<Path> files, boolean test) {
    var statement = STATEMENT.matcher(name);
    if (statement.matches()) {
      return files.stream()
          .filter(file -> file.getFileName().toString().equals(statement.group(1)))
          .flatMap(file -> SourceTree.text(file).lines())
          .anyMatch(("-- name: " + statement.group(2))::equals);
    }
    var type = CLASS.matcher(name);
    if (!type.matches() || name.endsWith(".sql") || name.endsWith(".json")) {
      return files.stream().anyMatch(file -> file.getFileName().toString().equals(name));
    }
    return files.stream()
        .filter(file -> file.getFileName().toString().equals(type.group(1) + ".java"))
        .map(SourceTree::text)
        .anyMatch(
            text ->
                test
                    ? type.group(2) == null
                        ? TESTED.matcher(text).find()
                        : isTest(text, type.group(2))
                    : type.group(2) == null || text.contains(" " + type.group(2) + "("));
  }

  /** Returns whether a member of that name has the annotation of a test. */
  private static boolean isTest(String text, String member) {
    var found = Pattern.compile(MEMBER + member + "(\\(| =)").matcher(text);
    while (found.find()) {
      if (TESTED.matcher(since(text.substring(0, found.start()))).find()) {
        return true;
      }
    }
    return false;
  }

  private static List<String> words(String text) {
    return Arrays.asList(text.strip().split("\\s+"));
  }
}
