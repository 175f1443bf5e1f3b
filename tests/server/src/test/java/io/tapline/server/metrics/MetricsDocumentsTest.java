package io.tapline.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import io.tapline.tapdb.Json;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.JsonNode;

/**
 * The page on metrics, the dashboard and the alert rules speak of what there is, and of all of it.
 */
class MetricsDocumentsTest {

  private static final Path OPERATIONS = operations();

  /** The pattern of the name of a metric in any document. */
  private static final Pattern NAME =
      Pattern.compile("\\b(?:tapline|hikaricp|jvm|process|system)_[a-z0-9_]+\\b");

  /** Only there when traces are exported. */
  private static final String WHEN_TRACING = "tapline_spans_dropped_total";

  private static final List<String> ALERTS =
      List.of(
          "TaplineServerDown",
          "TaplineDatabaseSlow",
          "TaplineSurveyOld",
          "TaplineNoWorker",
          "TaplineOldestJobGrowsOld",
          "TaplineFailureRate",
          "TaplineDeadLetters",
          "TaplineFeedLag",
          "TaplineBackgroundFailures",
          "TaplineWebhookFailing",
          "TaplineWebhookLag",
          "TaplineDeliveriesFenced");

  private static Set<String> shown;

  private static Path operations() {
    var here = Path.of("docs", "operations");
    return Files.isDirectory(here) ? here : Path.of("../..").resolve(here);
  }

  /** A server where a little of everything happened. */
  @BeforeAll
  static void scrape() {
    try (var tapline = TestTapline.start()) {
      var lab = new TenantApi(tapline, "acme");
      var queue = lab.queue();
      var worker = lab.worker();
      lab.enqueue(queue);
      lab.enqueue(queue);
      lab.service.post("actions/complete", TenantApi.on(worker, lab.claimOne(worker, queue))).ok();
      lab.operator.get("subjects/none").problem();
      lab.operator
          .post("actions/requeue", TenantApi.body("subject_euid", "x", "reason", "y"))
          .problem();
      shown = new TreeSet<>(MetricsScrape.of(tapline, "acme-admin").names());
    }
    // Shown while somebody waits.
    shown.add("tapline_http_waiting");
  }

  @AfterAll
  static void forget() {
    shown = null;
  }

  private static Set<String> names(String text) {
    return NAME.matcher(text)
        .results()
        .map(m -> m.group())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void the_page_names_all_of_tapline_and_nothing_that_is_not_there() throws IOException {
    var page = names(Files.readString(OPERATIONS.resolve("metrics.md")));
    var own = shown.stream().filter(name -> name.startsWith("tapline_")).toList();
    assertThat(page).containsAll(own);
    page.removeAll(shown);
    assertThat(page).containsExactly(WHEN_TRACING);
  }

  @Test
  void the_dashboard_asks_for_what_there_is() throws IOException {
    var dashboard = Json.parse(Files.readString(OPERATIONS.resolve("grafana-dashboard.json")));
    var expressions = new ArrayList<String>();
    for (var panel : dashboard.path("panels")) {
      for (var target : panel.path("targets")) {
        assertThat(target.path("expr").asString()).as(panel.path("title").asString()).isNotBlank();
        expressions.add(target.path("expr").asString());
      }
    }
    for (JsonNode variable : dashboard.path("templating").path("list")) {
      expressions.add(variable.path("definition").asString(""));
    }
    var asked = names(String.join(" ", expressions));
    assertThat(shown).containsAll(asked);
    // And the other way round: whatever is told of a queue can be seen.
    for (var gauge : QueueGauge.values()) {
      assertThat(asked).contains(gauge.metric());
    }
    for (var count : QueueCount.values()) {
      assertThat(asked).contains(count.metric() + "_total");
    }
    for (var total : QueueTotal.values()) {
      assertThat(asked).contains(total.metric() + "_total");
    }
  }

  @Test
  void the_alerts_ask_for_what_there_is() throws IOException {
    var file =
        new Yaml()
            .<java.util.Map<String, Object>>load(
                Files.readString(OPERATIONS.resolve("prometheus-alerts.yaml")));
    var rules = Json.tree(file).path("groups").get(0).path("rules");
    var names = new ArrayList<String>();
    for (var rule : rules) {
      var alert = rule.path("alert").asString();
      names.add(alert);
      var expression = rule.path("expr").asString();
      assertThat(shown).as(alert).containsAll(names(expression));
      assertThat(names(expression).isEmpty()).as(alert).isEqualTo(expression.startsWith("up{"));
      assertThat(rule.path("annotations").path("summary").asString()).as(alert).isNotBlank();
      assertThat(rule.path("for").asString()).as(alert).isNotBlank();
      assertThat(rule.path("keep_firing_for").asString("")).as(alert).isNotBlank();
    }
    assertThat(names).containsAll(ALERTS).doesNotHaveDuplicates();
  }

  @Test
  @EnabledIf(
      value = "promtoolExists",
      disabledReason = "The alert rules were not checked by promtool: it is not installed.")
  void prometheus_accepts_the_alerts() throws Exception {
    var rules = OPERATIONS.resolve("prometheus-alerts.yaml").toString();
    var check =
        new ProcessBuilder("promtool", "check", "rules", rules).redirectErrorStream(true).start();
    var output = new String(check.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(check.waitFor()).as(output).isZero();
  }

  static boolean promtoolExists() {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, "promtool")));
  }
}
