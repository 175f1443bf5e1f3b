package io.tapline.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
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
 * docs/sources.md says which class holds each rule and which test proves it. What it names must
 * exist, and no rule may go missing from it.
 */
class SourcesTest {

  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Path TABLE = ROOT.resolve("docs/sources.md");

  /** Every rule numbered 000 that has a row; a row that was deleted is noticed. */
  private static final List<String> RULES_OF_000 =
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

  private static final List<String> RULES_OF_003 =
      words(
          """
          1-one-substrate 1-spawned
          3.1-idempotency 3.1-executor 3.1-refs 3.1-correlation
          3.2-job 3.2-payload 3.2-deadline 3.2-workflow 3.2-screen 3.3
          4-states 4-verbs 4-events 4-cleanup 5-claim 5-indexes 6-roles 6-structural 7 8 11 12
          """);

  private static final List<String> RULES_OF_OTHERS =
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

  /** What a cell names: a class, a class and a member, a file, or a statement of a file of SQL. */
  private static final Pattern NAME = Pattern.compile("`([^`]+)`");

  private static final Pattern CLASS = Pattern.compile("([A-Z]\\w*)(?:#(\\w+))?");

  private static final Pattern STATEMENT = Pattern.compile("([a-z_]+\\.sql)#(\\w+)");

  private static final Pattern TESTED =
      Pattern.compile("@(Test|TestFactory|ParameterizedTest|RepeatedTest|Property|ArchTest)\\b");

  /** What a test is declared as, before its name. */
  private static final String MEMBER = "(void|boolean|ArchRule|Stream<DynamicTest>) ";

  /** What runs by itself now and then, and not before every change. */
  private static final Pattern SELDOM = Pattern.compile("@Tag\\(\"soak\"\\)");

  private static final Pattern DECLARED = Pattern.compile("\\n(public |final |abstract )*class ");

  private static List<Path> main;
  private static List<Path> tests;

  @BeforeAll
  static void look() {
    main = sources("main");
    tests = sources("test");
  }

  @Test
  void every_rule_has_a_row_and_everything_a_row_names_exists() throws IOException {
    assertThat(faults(Files.readString(TABLE))).isEmpty();
  }

  @Test
  void a_row_that_names_what_is_not_there_is_noticed() {
    assertThat(faultsOf("| 000 §1.2 | a rule | `NoSuchClass` | `SourcesTest` |"))
        .containsExactly("000 §1.2: held by NoSuchClass, which is not there");
    assertThat(faultsOf("| 000 §1.2 | a rule | `no_such.sql` | `SourcesTest` |"))
        .containsExactly("000 §1.2: held by no_such.sql, which is not there");
    assertThat(faultsOf("| 000 §1.2 | a rule | `claim.sql#promote` | `SourcesTest` |")).isEmpty();
    assertThat(faultsOf("| 000 §1.2 | a rule | `claim.sql#no_such` | `SourcesTest` |"))
        .containsExactly("000 §1.2: held by claim.sql#no_such, which is not there");
    assertThat(faultsOf("| 000 §1.2 | a rule | `Engine` | `NoSuchTest` |"))
        .containsExactly("000 §1.2: proven by NoSuchTest, which is not there");
    assertThat(faultsOf("| 000 §1.2 | a rule | `Engine` | `SourcesTest#no_such_test` |"))
        .containsExactly("000 §1.2: proven by SourcesTest#no_such_test, which is not there");
    assertThat(faultsOf("| 000 §1.2 | a rule | `Engine` | `SourcesTest#faultsOf` |"))
        .as("a method that is no test proves nothing")
        .hasSize(1);
    assertThat(faultsOf("| 000 §1.2 | a rule | `SourcesTest` | `Engine` |"))
        .as("a rule is held by the product and proven by a test")
        .hasSize(2);
  }

  @Test
  void a_row_with_an_empty_cell_or_without_a_name_is_noticed() {
    assertThat(faultsOf("| 000 §1.2 | a rule |  | `SourcesTest` |"))
        .containsExactly("000 §1.2: held by nothing");
    assertThat(faultsOf("| 000 §1.2 | a rule | `Engine` | somehow |"))
        .containsExactly("000 §1.2: proven by nothing");
    assertThat(faultsOf("| 000 §1.2 |  | `Engine` | `SourcesTest` |"))
        .containsExactly("000 §1.2: says nothing");
    assertThat(faultsOf("| 000 §1.2 | a rule | `Engine` |")).hasSize(1);
  }

  @Test
  void a_row_whose_proofs_run_only_now_and_then_is_noticed() {
    var row = "| 000 §1.2 | a rule | `Engine` | %s |";
    var seldom = "`VisibilityAgreementTest#what_is_listed_is_what_a_claim_takes_in_that_order`";
    assertThat(faultsOf(row.formatted(seldom)))
        .containsExactly("000 §1.2: proven only by what is not run with the others");
    assertThat(faultsOf(row.formatted("`VisibilityAgreementTest`"))).hasSize(1);
    assertThat(faultsOf(row.formatted(seldom + ", `SourcesTest`"))).isEmpty();
  }

  @Test
  void a_row_that_is_missing_or_there_twice_is_noticed() {
    var row = "| 000 §1.2 | a rule | `Engine` | `SourcesTest` |";
    assertThat(faults(row)).contains("000 §1.3: has no row").doesNotContain("000 §1.2: has no row");
    assertThat(faults(row)).contains("002-1: has no row");
    assertThat(faultsOf(row)).isEmpty();
    assertThat(faultsOf(row + "\n" + row)).containsExactly("000 §1.2: has two rows");
    assertThat(faultsOf(row.replace("1.2", "99.9")))
        .containsExactly("000 §99.9: is not among the rules of this test");
  }

  /** The faults of the rows that are there. */
  private static List<String> faultsOf(String markdown) {
    return faults(markdown).stream().filter(fault -> !fault.endsWith("has no row")).toList();
  }

  private static List<String> faults(String markdown) {
    var faults = new ArrayList<String>();
    var seen = new LinkedHashSet<String>();
    markdown
        .lines()
        .filter(line -> line.startsWith("|"))
        .map(line -> line.split("\\|", -1))
        .filter(cells -> !cells[1].isBlank() && !cells[1].strip().equals("rule"))
        .filter(cells -> !cells[1].strip().matches(":?-+:?"))
        .forEach(cells -> judge(cells, seen, faults));
    var expected = new LinkedHashSet<String>();
    RULES_OF_000.forEach(rule -> expected.add("000 §" + rule));
    RULES_OF_003.forEach(rule -> expected.add("003 §" + rule));
    expected.addAll(RULES_OF_OTHERS);
    // Both ways: a row that nobody misses when it is gone would be no guard.
    seen.stream()
        .filter(rule -> !expected.contains(rule))
        .forEach(rule -> faults.add(rule + ": is not among the rules of this test"));
    expected.removeAll(seen);
    expected.forEach(rule -> faults.add(rule + ": has no row"));
    return faults;
  }

  private static void judge(String[] cells, Set<String> seen, List<String> faults) {
    var rule = cells[1].strip();
    if (!seen.add(rule)) {
      faults.add(rule + ": has two rows");
    }
    // Four cells between five bars.
    if (cells.length != 6) {
      faults.add(rule + ": has " + (cells.length - 2) + " cells, not 4");
      return;
    }
    if (cells[2].isBlank()) {
      faults.add(rule + ": says nothing");
    }
    judge(rule + ": held by ", cells[3], main, false, faults);
    judge(rule + ": proven by ", cells[4], tests, true, faults);
    var proofs = NAME.matcher(cells[4]).results().map(result -> result.group(1)).toList();
    if (!proofs.isEmpty() && proofs.stream().allMatch(SourcesTest::seldom)) {
      faults.add(rule + ": proven only by what is not run with the others");
    }
  }

  /** Whether a class, or one of its tests, is left to the long runs. */
  private static boolean seldom(String name) {
    var type = CLASS.matcher(name);
    return type.matches()
        && tests.stream()
            .filter(file -> file.getFileName().toString().equals(type.group(1) + ".java"))
            .map(SourcesTest::text)
            .anyMatch(
                text ->
                    SELDOM.matcher(DECLARED.split(text, 2)[0]).find()
                        || type.group(2) != null
                            && SELDOM.matcher(annotations(text, type.group(2))).find());
  }

  /** What stands between a member and the one before it. */
  private static String annotations(String text, String member) {
    var found = Pattern.compile(MEMBER + member + "(\\(| =)").matcher(text);
    return found.find() ? since(text.substring(0, found.start())) : "";
  }

  private static String since(String before) {
    int end = Math.max(before.lastIndexOf("\n  }\n"), before.lastIndexOf(";\n\n"));
    return before.substring(Math.max(0, end));
  }

  private static void judge(
      String says, String cell, List<Path> files, boolean test, List<String> faults) {
    var names = NAME.matcher(cell).results().map(result -> result.group(1)).toList();
    if (names.isEmpty()) {
      faults.add(says + "nothing");
    }
    for (var name : names) {
      if (!exists(name, files, test)) {
        faults.add(says + name + ", which is not there");
      }
    }
  }

  private static boolean exists(String name, List<Path> files, boolean test) {
    var statement = STATEMENT.matcher(name);
    if (statement.matches()) {
      return files.stream()
          .filter(file -> file.getFileName().toString().equals(statement.group(1)))
          .flatMap(file -> text(file).lines())
          .anyMatch(("-- name: " + statement.group(2))::equals);
    }
    var type = CLASS.matcher(name);
    if (!type.matches() || name.endsWith(".sql") || name.endsWith(".json")) {
      return files.stream().anyMatch(file -> file.getFileName().toString().equals(name));
    }
    return files.stream()
        .filter(file -> file.getFileName().toString().equals(type.group(1) + ".java"))
        .map(SourcesTest::text)
        .anyMatch(
            text ->
                test
                    ? type.group(2) == null
                        ? TESTED.matcher(text).find()
                        : isTest(text, type.group(2))
                    : type.group(2) == null || text.contains(" " + type.group(2) + "("));
  }

  /** A member of that name, with the annotation of a test between it and the member before it. */
  private static boolean isTest(String text, String member) {
    var found = Pattern.compile(MEMBER + member + "(\\(| =)").matcher(text);
    while (found.find()) {
      if (TESTED.matcher(since(text.substring(0, found.start()))).find()) {
        return true;
      }
    }
    return false;
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The files of one kind in all modules. */
  private static List<Path> sources(String kind) {
    var files = new ArrayList<Path>();
    try (var modules = Files.list(ROOT)) {
      for (var module : modules.map(path -> path.resolve("src").resolve(kind)).toList()) {
        if (Files.isDirectory(module)) {
          try (var tree = Files.walk(module)) {
            tree.filter(Files::isRegularFile).forEach(files::add);
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return files;
  }

  private static List<String> words(String text) {
    return Arrays.asList(text.strip().split("\\s+"));
  }
}
