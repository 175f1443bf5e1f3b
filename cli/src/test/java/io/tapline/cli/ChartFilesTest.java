package io.tapline.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.tapline.cli.base.CommandEnvironment;
import io.tapline.tapdb.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.JsonNode;

/**
 * The files of the chart, checked without Helm, on every machine. {@link HelmChartTest} renders the
 * chart where Helm's library exists.
 */
class ChartFilesTest {

  private static final Path CHART = Path.of("..", "charts", "tapline");

  private static final Pattern ACTION =
      Pattern.compile("\\{\\{-?\\s*(.*?)\\s*-?}}", Pattern.DOTALL);
  private static final Pattern VALUE = Pattern.compile("\\.Values((?:\\.[A-Za-z]+)+)");
  private static final Pattern INCLUDE = Pattern.compile("include \"([^\"]+)\"");
  private static final Pattern DEFINE = Pattern.compile("define \"([^\"]+)\"");
  private static final Pattern CONTROL_LINE = Pattern.compile("(?m)^\\s*\\{\\{-[^\\n]*}}\\n");

  private static JsonNode yaml(String file) throws IOException {
    return Json.tree(new Yaml().<Object>load(Files.readString(CHART.resolve(file))));
  }

  private static Map<String, String> templates() throws IOException {
    try (var files = Files.list(CHART.resolve("templates"))) {
      return files.collect(
          Collectors.toMap(file -> file.getFileName().toString(), ChartFilesTest::text));
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Test
  void the_chart_has_the_fields_that_helm_requires() throws IOException {
    var chart = yaml("Chart.yaml");
    assertThat(chart.path("apiVersion").asString()).isEqualTo("v2");
    assertThat(chart.path("name").asString()).isEqualTo(CHART.getFileName().toString());
    assertThat(chart.path("type").asString()).isEqualTo("application");
    assertThat(chart.path("version").asString()).matches("\\d+\\.\\d+\\.\\d+");
    assertThat(chart.path("appVersion").asString()).isNotEmpty();
  }

  @Test
  void the_schema_accepts_the_shipped_values_and_refuses_others_by_name() throws IOException {
    var schema =
        SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_7)
            .getSchema(Files.readString(CHART.resolve("values.schema.json")));
    assertThat(refusals(schema, yaml("values.yaml").toString())).isEmpty();
    assertThat(refusals(schema, yaml("ci/full-values.yaml").toString())).isEmpty();
    assertThat(refusals(schema, "{\"existingSecret\":\"mine\",\"replica\":3}")).contains("replica");
    assertThat(refusals(schema, "{}")).contains("existingSecret");
    assertThat(refusals(schema, "{\"existingSecret\":\"mine\",\"replicas\":0}"))
        .contains("replicas");
  }

  private static String refusals(Schema schema, String values) {
    return schema.validate(values, InputFormat.JSON).stream()
        .map(Object::toString)
        .collect(Collectors.joining("\n"));
  }

  @Test
  void every_value_of_a_template_is_in_the_values_and_every_value_is_used() throws IOException {
    var values = yaml("values.yaml");
    var used = new TreeSet<String>();
    for (var template : templates().entrySet()) {
      for (var found : VALUE.matcher(template.getValue()).results().toList()) {
        var pointer = found.group(1).replace('.', '/');
        assertThat(values.at(pointer).isMissingNode())
            .as("%s uses .Values%s", template.getKey(), found.group(1))
            .isFalse();
        used.add(pointer);
      }
    }
    for (var leaf : leaves("", values)) {
      assertThat(used).as("a template uses " + leaf).anyMatch(leaf::startsWith);
    }
  }

  private static Set<String> leaves(String place, JsonNode node) {
    var all = new TreeSet<String>();
    for (var field : node.properties()) {
      all.addAll(leaves(place + "/" + field.getKey(), field.getValue()));
    }
    return all.isEmpty() ? Set.of(place) : all;
  }

  @Test
  void every_included_template_is_defined_and_every_block_is_closed() throws IOException {
    var defined = new TreeSet<String>();
    var included = new TreeSet<String>();
    for (var template : templates().entrySet()) {
      DEFINE.matcher(template.getValue()).results().forEach(found -> defined.add(found.group(1)));
      INCLUDE.matcher(template.getValue()).results().forEach(found -> included.add(found.group(1)));
      var words =
          ACTION
              .matcher(template.getValue())
              .results()
              .map(action -> action.group(1).split("\\s")[0])
              .toList();
      var opened = words.stream().filter(Set.of("if", "with", "range", "define")::contains).count();
      assertThat(words.stream().filter("end"::equals).count())
          .as(template.getKey())
          .isEqualTo(opened);
    }
    assertThat(included).isEqualTo(defined);
  }

  /**
   * The template with the default values in place of its actions; a line that is an action alone is
   * left out.
   */
  private static JsonNode outline(String template) throws IOException {
    var values = yaml("values.yaml");
    var text =
        ACTION
            .matcher(CONTROL_LINE.matcher(templates().get(template)).replaceAll(""))
            .replaceAll(
                action -> {
                  var value = VALUE.matcher(action.group(1));
                  return value.matches()
                      ? values.at(value.group(1).replace('.', '/')).asString()
                      : "x";
                });
    return Json.tree(new Yaml().<Object>loadAll(text).iterator().next());
  }

  @Test
  void kubernetes_accepts_the_servers_and_their_service_without_the_included_parts()
      throws IOException {
    for (var template : Set.of("deployment.yaml", "service.yaml")) {
      var outline = outline(template);
      assertThatCode(() -> HelmChartTest.judge(outline)).as(template).doesNotThrowAnyException();
    }
  }

  @Test
  void service_and_probes_name_ports_of_the_server_and_paths_that_it_serves() throws IOException {
    var container = outline("deployment.yaml").at("/spec/template/spec/containers/0");
    var ports =
        container.path("ports").valueStream().map(port -> port.path("name").asString()).toList();
    assertThat(ports).contains("http", "grpc", "metrics");
    outline("service.yaml")
        .at("/spec/ports")
        .forEach(port -> assertThat(ports).contains(port.path("targetPort").asString()));
    for (var probe :
        Map.of(
                "startupProbe", "/health",
                "livenessProbe", "/health",
                "readinessProbe", "/health/ready")
            .entrySet()) {
      var get = container.path(probe.getKey()).path("httpGet");
      assertThat(get.path("path").asString()).as(probe.getKey()).isEqualTo(probe.getValue());
      assertThat(get.path("port").asString()).as(probe.getKey()).isEqualTo("http");
    }
    assertThat(container.at("/lifecycle/preStop/exec/command").toString())
        .isEqualTo("[\"sleep\",\"5\"]");
    var arguments =
        container.path("args").valueStream().map(JsonNode::asString).toArray(String[]::new);
    assertThatCode(() -> Tapline.command(CommandEnvironment.ofProcess()).parseArgs(arguments))
        .doesNotThrowAnyException();
  }
}
