package io.tapline.cli.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.engine.testing.SourceTree;
import io.tapline.server.base.LimitedResource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The limits and tests on the security page match the code. */
class SecurityPageTest {

  private static final Pattern TEST = Pattern.compile("`(\\w+Test)(?:#(\\w+))?`");

  /** The beginning of the first cell of a row, and the constants whose values the row contains. */
  private static final Map<String, List<String>> FIGURES = figures();

  private static Map<String, List<String>> figures() {
    var all = new LinkedHashMap<String, List<String>>();
    all.put("body of a batch", List.of("BodyReader.MOST_BYTES"));
    all.put("body of a single request", List.of("BodyReader.MOST_BYTES_OF_ONE"));
    all.put(
        "body at an open endpoint",
        List.of("BodyReader.MOST_BYTES_OF_STRANGERS", "CallbackEndpoints.MOST_BYTES"));
    all.put("values and brackets", List.of("Json.MAX_TOKENS"));
    all.put(
        "silence within a request",
        List.of("TomcatSettings.SILENCE_MILLIS", "TomcatSettings.IDLE_MILLIS"));
    all.put("speed of a body", List.of("BodyReader.LEAST_BYTES_PER_SECOND", "BodyReader.GRACE"));
    all.put("a whole head", List.of("WatchedProtocol$ClientConnection.HEAD"));
    all.put("a whole body", List.of("BodyReader.WHOLE", "BodyReader.WHOLE_OF_STRANGERS"));
    all.put("a whole answer", List.of("WatchedProtocol$ClientConnection.ANSWER"));
    all.put("a gRPC message", List.of("GrpcMessageLimits.MOST_BYTES_OF_STRANGERS"));
    all.put(
        "a whole gRPC message",
        List.of("GrpcMessageLimits.WHOLE", "GrpcMessageLimits.WHOLE_OF_STRANGERS"));
    all.put("gRPC calls of one connection", List.of("GrpcListener.MOST_CALLS_OF_CONNECTION"));
    all.put("database connections of one kind", List.of("ServingPools.PATIENCE"));
    all.put("requests that wait for a pool", List.of("ServingPools.MOST_WAITING_WHEN_STUCK"));
    all.put(
        "a locked row",
        List.of(
            "ServingLimits.LOCK_TIMEOUT",
            "ServingLimits.STATEMENT_TIMEOUT",
            "ServingLimits.IDLE_IN_TRANSACTION_TIMEOUT",
            "ServingLimits.SOCKET_SECONDS"));
    all.put("one check of a payload", List.of("SchemaBudget.STEPS", "SchemaBudget.DEPTH"));
    all.put("a `pattern`", List.of("LinearPatterns.MOST"));
    all.put("items of one claim", List.of("Limits.CLAIM", "Limits.ENQUEUE"));
    all.put("properties, a payload", List.of("Limits.PAYLOAD_BYTES"));
    all.put("a page of a list", List.of("Page.MAX_LIMIT"));
    all.put("a request that waits", List.of("PreferWait.MOST_SECONDS"));
    all.put("wrong credentials from one address", List.of("SecuritySettings.DEFAULT_FAILURES"));
    all.put("wrong signatures of callbacks", List.of("SecuritySettings.DEFAULT_FAILURES"));
    all.put(
        "addresses whose failures", List.of("AuthenticationThrottle$FailureLimit.MOST_ADDRESSES"));
    all.put("a configured token", List.of("StaticToken.STRONG_LENGTH"));
    all.put("secrets of callbacks", List.of("Limits.SECRET_LEAST"));
    all.put("a session", List.of("LoginSessions.LIFETIME", "LoginSessions.IDLE"));
    all.put("age of the cached state", List.of("StoredCredentials.BELIEVED"));
    all.put("a login link", List.of("LoginLinks.VALID"));
    all.put(
        "a webhook's receiver",
        List.of("WebhookClient.CONNECT", "WebhookClient.ANSWER", "StatusConsumer.MOST_BYTES"));
    all.put("tries for one event", List.of("RetrySchedule.TRIES"));
    return all;
  }

  private static String page() throws IOException {
    return Files.readString(SourceTree.ROOT.resolve("docs/operations/security.md"));
  }

  private static String limitsPage() throws IOException {
    return Files.readString(SourceTree.ROOT.resolve("docs/operations/limits.md"));
  }

  /** The rows of the table of limits. */
  private static List<List<String>> limits() throws IOException {
    return rows("## Limits of one request");
  }

  private static List<List<String>> rows(String heading) throws IOException {
    var page = limitsPage();
    int begin = page.indexOf(heading);
    int end = page.indexOf("\n## ", begin + 1);
    return page.substring(begin, end < 0 ? page.length() : end)
        .lines()
        .filter(line -> line.startsWith("| "))
        .skip(1)
        .map(line -> Arrays.stream(line.split("\\|")).skip(1).map(String::strip).toList())
        .toList();
  }

  /** Source files by the simple names of their classes. */
  private static Map<String, List<Path>> sources(String folder) {
    var found = new HashMap<String, List<Path>>();
    for (var file : SourceTree.files(folder)) {
      found
          .computeIfAbsent(
              file.getFileName().toString().replace(".java", ""), name -> new ArrayList<>())
          .add(file);
    }
    return found;
  }

  @Test
  void every_limit_names_a_test_that_holds_it() throws IOException {
    var tests = sources("src/test/java");
    assertThat(limits()).hasSizeGreaterThan(25);
    for (var row : limits()) {
      assertThat(row).as(row.toString()).hasSize(4);
      assertThat(TEST.matcher(row.get(3)).find()).as("a test in " + row).isTrue();
    }
    for (var named : TEST.matcher(page() + limitsPage()).results().toList()) {
      assertThat(tests).as("tests").containsKey(named.group(1));
      assertThat(has(tests.get(named.group(1)), named)).as(named.group()).isTrue();
    }
  }

  @Test
  void every_resource_has_its_share_in_the_table() throws IOException {
    var rows = rows("## Shares");
    assertThat(rows.stream().map(row -> row.get(0)))
        .containsExactlyElementsOf(
            Arrays.stream(LimitedResource.values())
                .map(resource -> "`" + resource.label() + "`")
                .toList());
    for (var resource : LimitedResource.values()) {
      var row = rows.get(resource.ordinal());
      var total = String.format(Locale.ROOT, "%,d", resource.total(512L * 1024 * 1024));
      assertThat(row.get(1)).startsWith(total);
      assertThat(row.get(3)).isEqualTo("`" + resource.variable() + "`");
      assertThat(TEST.matcher(row.get(5)).find()).as("a test in " + row).isTrue();
    }
  }

  private static boolean has(List<Path> files, MatchResult named) throws IOException {
    for (var file : files) {
      if (named.group(2) == null || Files.readString(file).contains(" " + named.group(2) + "(")) {
        return true;
      }
    }
    return false;
  }

  @Test
  void every_number_is_that_of_the_code() throws Exception {
    var classes = sources("src/main/java");
    for (var figure : FIGURES.entrySet()) {
      var rows = limits().stream().filter(row -> row.get(0).startsWith(figure.getKey())).toList();
      assertThat(rows).as("rows that begin with " + figure.getKey()).isNotEmpty();
      for (var constant : figure.getValue()) {
        assertThat(rows.stream().anyMatch(row -> tells(row, constant, value(classes, constant))))
            .as(constant + " = " + value(classes, constant) + " in " + rows)
            .isTrue();
      }
    }
  }

  private static Object value(Map<String, List<Path>> classes, String constant) {
    var names = constant.split("\\.");
    for (var file : classes.get(names[0].replaceFirst("\\$.*", ""))) {
      var text = file.getParent().toString().replace('\\', '/');
      var folder = text.substring(text.indexOf("src/main/java/") + "src/main/java/".length());
      try {
        var field =
            Class.forName(folder.replace('/', '.') + "." + names[0]).getDeclaredField(names[1]);
        field.setAccessible(true);
        return field.get(null);
      } catch (ClassNotFoundException | NoSuchFieldException e) {
        // Another class of that name.
      } catch (IllegalAccessException e) {
        throw new AssertionError(constant, e);
      }
    }
    throw new AssertionError("there is no constant " + constant);
  }

  private static boolean tells(List<String> row, String constant, Object value) {
    var cells = " " + String.join(" | ", row) + " ";
    return spellings(constant, value).stream()
        .anyMatch(
            text ->
                Pattern.compile("(?<![\\d,.])" + text + "(?![\\d,]\\d|\\w)").matcher(cells).find());
  }

  private static List<String> spellings(String constant, Object value) {
    if (value instanceof Duration time) {
      return times(time.toMillis());
    }
    if (value instanceof String text) {
      return times(Long.parseLong(text.replace("s", "")) * 1_000);
    }
    long number = ((Number) value).longValue();
    if (constant.endsWith("MILLIS")) {
      return times(number);
    }
    if (constant.endsWith("_SECONDS")) {
      return times(number * 1_000);
    }
    var all = new ArrayList<>(List.of(String.format(Locale.ROOT, "%,d", number)));
    if (number % (1024 * 1024) == 0) {
      all.add(number / 1024 / 1024 + " MiB");
    } else if (number % 1024 == 0) {
      all.add(number / 1024 + " KiB");
    }
    return all;
  }

  private static List<String> times(long millis) {
    var all = new ArrayList<>(List.of(millis / 1_000 + " s"));
    if (millis % 60_000 == 0) {
      all.add(millis / 60_000 + " minutes?");
    }
    if (millis % 3_600_000 == 0) {
      all.add(millis / 3_600_000 + " hours?");
    }
    return all;
  }

  @Test
  void the_way_to_report_a_problem_leads_here_and_back() throws IOException {
    assertThat(Files.readString(SourceTree.ROOT.resolve("SECURITY.md")))
        .contains("Reporting a problem", "Supported versions")
        .contains("docs/operations/security.md#for-a-reviewer");
    assertThat(page()).contains("## For a reviewer", "(../../SECURITY.md)");
    assertThat(Files.readString(SourceTree.ROOT.resolve("README.md"))).contains("(SECURITY.md)");
  }
}
