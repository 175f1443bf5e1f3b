package io.tapline.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonParser;
import com.marcnuri.helm.Helm;
import com.marcnuri.helm.jni.NativeLibrary;
import io.kubernetes.client.openapi.models.V1Deployment;
import io.kubernetes.client.openapi.models.V1Job;
import io.kubernetes.client.openapi.models.V1PodDisruptionBudget;
import io.kubernetes.client.openapi.models.V1Service;
import io.tapline.cli.base.CommandEnvironment;
import io.tapline.tapdb.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.JsonNode;

/**
 * The chart, rendered by Helm itself, which comes as a library, and judged by the types of
 * Kubernetes: an unknown field, a missing one and one of the wrong type are refused. The two kinds
 * that are not Kubernetes' own, ServiceMonitor and ScaledObject, are judged by the fields that
 * their makers document, as far as the chart uses them. Helm's library exists for some machines
 * only; {@link ChartFilesTest} checks the chart on all of them.
 */
@EnabledIf(
    value = "helmExists",
    disabledReason =
        "The chart was not rendered: Helm is not published as a library for this machine.")
class HelmChartTest {

  private static final Path CHART = Path.of("..", "charts", "tapline").toAbsolutePath().normalize();

  private static final Map<String, Set<String>> SCALED_OBJECT =
      Map.of(
          "", Set.of("apiVersion", "kind", "metadata", "spec"),
          "/metadata", Set.of("name", "labels"),
          "/spec",
              Set.of(
                  "scaleTargetRef",
                  "minReplicaCount",
                  "maxReplicaCount",
                  "pollingInterval",
                  "cooldownPeriod",
                  "triggers"),
          "/spec/scaleTargetRef", Set.of("name"),
          "/spec/triggers/0", Set.of("type", "metadata"));

  private static final Map<String, Set<String>> SERVICE_MONITOR =
      Map.of(
          "", Set.of("apiVersion", "kind", "metadata", "spec"),
          "/spec", Set.of("selector", "endpoints"),
          "/spec/selector", Set.of("matchLabels"),
          "/spec/endpoints/0", Set.of("port", "path", "interval"));

  /**
   * The library shows no hooks when it renders, so the migration is rendered as if it were none.
   */
  private static final String HOOK = "helm.sh/hook";

  @TempDir private static Path copy;

  private static List<JsonNode> full;
  private static List<JsonNode> least;

  /** Asked before the first use, where the library would try to download its native part. */
  static boolean helmExists() {
    return NativeLibrary.serviceProviderLibrary(Helm.class.getClassLoader()) != null;
  }

  @BeforeAll
  static void render(@TempDir Path folder) throws IOException {
    try (var files = Files.walk(CHART)) {
      for (var file : files.filter(Files::isRegularFile).toList()) {
        var to = copy.resolve("tapline").resolve(CHART.relativize(file));
        Files.createDirectories(to.getParent());
        Files.writeString(to, Files.readString(file).replace(HOOK, "shown/hook"));
      }
    }
    full = rendered(CHART.resolve("ci/full-values.yaml"));
    least = rendered(values(folder, "existingSecret: mine\n"));
  }

  private static Path values(Path folder, String text) throws IOException {
    return Files.writeString(Files.createTempFile(folder, "values", ".yaml"), text);
  }

  private static List<JsonNode> rendered(Path values) {
    var text =
        new Helm(copy.resolve("tapline"))
            .template()
            .withName("lab")
            .withNamespace("bench")
            .withValuesFile(values)
            .call();
    var all = new ArrayList<JsonNode>();
    for (var document : new Yaml().loadAll(text)) {
      if (document != null) {
        all.add(Json.tree(document));
      }
    }
    return all;
  }

  private static List<JsonNode> of(List<JsonNode> all, String kind) {
    return all.stream().filter(one -> one.path("kind").asString().equals(kind)).toList();
  }

  private static JsonNode named(List<JsonNode> all, String kind, String name) {
    return of(all, kind).stream()
        .filter(one -> one.at("/metadata/name").asString().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + kind + " " + name));
  }

  @Test
  void helm_finds_no_fault_with_it() {
    var lint = new Helm(CHART).lint().strict().call();
    assertThat(lint.isFailed()).as(lint.getMessages().toString()).isFalse();
  }

  @Test
  void every_object_is_one_that_kubernetes_takes() {
    for (var all : List.of(full, least)) {
      for (var one : all) {
        assertThatCode(() -> judge(one)).as(one.toPrettyString()).doesNotThrowAnyException();
      }
    }
  }

  /** Fails where the object is not one that Kubernetes accepts. */
  static void judge(JsonNode one) throws IOException {
    var element = JsonParser.parseString(one.toString());
    switch (one.path("apiVersion").asString() + " " + one.path("kind").asString()) {
      case "apps/v1 Deployment" -> V1Deployment.validateJsonElement(element);
      case "batch/v1 Job" -> V1Job.validateJsonElement(element);
      case "v1 Service" -> V1Service.validateJsonElement(element);
      case "policy/v1 PodDisruptionBudget" -> V1PodDisruptionBudget.validateJsonElement(element);
      case "keda.sh/v1alpha1 ScaledObject" -> judge(one, SCALED_OBJECT);
      case "monitoring.coreos.com/v1 ServiceMonitor" -> judge(one, SERVICE_MONITOR);
      default -> throw new AssertionError("nobody judges this");
    }
  }

  private static void judge(JsonNode one, Map<String, Set<String>> fields) {
    fields.forEach(
        (place, known) ->
            assertThat(known).as(place).containsAll(List.copyOf(one.at(place).propertyNames())));
  }

  /** The judges are strict: what is wrong is found. */
  @Test
  void a_field_that_kubernetes_does_not_know_is_found() {
    var wrong = Json.parse(named(least, "Deployment", "lab-tapline").toString());
    ((tools.jackson.databind.node.ObjectNode) wrong.at("/spec/template/spec/containers/0"))
        .put("imagePulPolicy", "Always");
    assertThatThrownBy(() -> judge(wrong)).hasMessageContaining("imagePulPolicy");
  }

  @Test
  void with_a_secret_alone_there_are_servers_a_migration_and_a_budget() {
    assertThat(
            least.stream()
                .map(
                    one -> one.path("kind").asString() + " " + one.at("/metadata/name").asString()))
        .containsExactlyInAnyOrder(
            "Deployment lab-tapline",
            "Service lab-tapline",
            "Service lab-tapline-metrics",
            "PodDisruptionBudget lab-tapline",
            "Job lab-tapline-migrate-1");
    assertThat(of(full, "Secret")).as("secrets are brought").isEmpty();
  }

  private static List<JsonNode> pods(List<JsonNode> all) {
    return all.stream()
        .map(one -> one.at("/spec/template"))
        .filter(pod -> !pod.isMissingNode())
        .toList();
  }

  @Test
  void nobody_is_root_and_nothing_is_written_but_to_two_folders() {
    assertThat(pods(full)).hasSize(4);
    for (var pod : pods(full)) {
      var spec = pod.path("spec");
      assertThat(spec.at("/securityContext/runAsNonRoot").asBoolean()).isTrue();
      assertThat(spec.at("/securityContext/runAsUser").asInt()).isEqualTo(10001);
      assertThat(spec.path("automountServiceAccountToken").asBoolean(true)).isFalse();
      for (var container : spec.path("containers")) {
        assertThat(container.at("/securityContext/readOnlyRootFilesystem").asBoolean()).isTrue();
        assertThat(container.at("/securityContext/allowPrivilegeEscalation").asBoolean(true))
            .isFalse();
        assertThat(container.at("/securityContext/capabilities/drop").toString())
            .isEqualTo("[\"ALL\"]");
        assertThat(
                container
                    .path("volumeMounts")
                    .valueStream()
                    .map(m -> m.path("mountPath").asString()))
            .containsExactly("/var/lib/tapline", "/tmp");
      }
    }
  }

  /** The arguments of each container are parsed by the command of the image. */
  @Test
  void the_arguments_are_those_of_the_command() {
    for (var pod : pods(full)) {
      var container = pod.at("/spec/containers/0");
      var arguments =
          container.path("args").valueStream().map(JsonNode::asString).toArray(String[]::new);
      var command = Tapline.command(CommandEnvironment.ofProcess());
      assertThatCode(() -> command.parseArgs(arguments))
          .as(String.join(" ", arguments))
          .doesNotThrowAnyException();
      assertThat(container.has("command")).as("the image's entry point is the command").isFalse();
    }
    var worker =
        named(full, "Deployment", "lab-tapline-align").at("/spec/template/spec/containers/0");
    assertThat(worker.path("args").toString())
        .contains("\"--exec\",\"python3 /app/align.py \\\"$TAPLINE_SUBJECT\\\"\"")
        .contains("\"--capability\",\"gpu\",\"--capability\",\"site.basel\"");
  }

  private static String variable(JsonNode container, String name) {
    return container
        .path("env")
        .valueStream()
        .filter(one -> one.path("name").asString().equals(name))
        .map(one -> one.path("value").asString())
        .findFirst()
        .orElse(null);
  }

  @Test
  void server_and_migration_have_the_same_surroundings() {
    var server = named(full, "Deployment", "lab-tapline").at("/spec/template/spec/containers/0");
    var migration =
        named(full, "Job", "lab-tapline-migrate-1").at("/spec/template/spec/containers/0");
    assertThat(migration.path("env")).isEqualTo(server.path("env"));
    assertThat(migration.path("envFrom")).isEqualTo(server.path("envFrom"));
    assertThat(server.at("/envFrom/0/secretRef/name").asString()).isEqualTo("tapline-server");
    assertThat(variable(server, "TAPLINE_PACKS")).isEqualTo("wetlab,compute");
    assertThat(variable(server, "TAPLINE_METRICS_ADDRESS")).isEqualTo("0.0.0.0:9464");
    assertThat(server.path("image").asString()).isEqualTo("registry.example.org/tapline:1.2.3");
    assertThat(migration.path("image")).isEqualTo(server.path("image"));
    assertThat(
            named(full, "Job", "lab-tapline-migrate-1")
                .at("/metadata/annotations/shown~1hook")
                .asString())
        .isEqualTo("pre-install,pre-upgrade");
  }

  @Test
  void a_pod_that_is_to_stop_serves_for_a_while_and_then_has_time_to_stop() {
    var pod = named(full, "Deployment", "lab-tapline").at("/spec/template/spec");
    assertThat(pod.at("/containers/0/lifecycle/preStop/exec/command").toString())
        .isEqualTo("[\"sleep\",\"5\"]");
    assertThat(pod.path("terminationGracePeriodSeconds").asInt()).isEqualTo(65);
  }

  private static boolean selects(JsonNode selector, JsonNode labels) {
    return selector.properties().stream()
        .allMatch(label -> labels.path(label.getKey()).equals(label.getValue()));
  }

  @Test
  void a_selector_finds_the_servers_and_nothing_else() {
    var pods = pods(full).stream().map(pod -> pod.at("/metadata/labels")).toList();
    var selectors = new ArrayList<JsonNode>();
    of(full, "Service").forEach(service -> selectors.add(service.at("/spec/selector")));
    selectors.add(
        named(full, "PodDisruptionBudget", "lab-tapline").at("/spec/selector/matchLabels"));
    selectors.add(named(full, "Deployment", "lab-tapline").at("/spec/selector/matchLabels"));
    for (var selector : selectors) {
      assertThat(pods.stream().filter(labels -> selects(selector, labels))).hasSize(1);
    }
    var ports = new TreeSet<String>();
    named(full, "Deployment", "lab-tapline")
        .at("/spec/template/spec/containers/0/ports")
        .forEach(port -> ports.add(port.path("name").asString()));
    for (var service : of(full, "Service")) {
      service
          .at("/spec/ports")
          .forEach(port -> assertThat(ports).contains(port.path("targetPort").asString()));
    }
    var monitor = named(full, "ServiceMonitor", "lab-tapline");
    var scraped =
        of(full, "Service").stream()
            .filter(
                one ->
                    selects(monitor.at("/spec/selector/matchLabels"), one.at("/metadata/labels")))
            .toList();
    assertThat(scraped).hasSize(1);
    assertThat(scraped.get(0).at("/spec/ports/0/name"))
        .isEqualTo(monitor.at("/spec/endpoints/0/port"));
    assertThat(monitor.at("/metadata/labels/release").asString()).isEqualTo("prometheus");
  }

  /** Request and credentials of KEDA; ExternalScalerTest covers the answer. */
  @Test
  void a_scaled_worker_is_asked_about_with_its_own_token() {
    var scaled = of(full, "ScaledObject");
    assertThat(scaled).hasSize(1);
    var spec = scaled.get(0).path("spec");
    assertThat(spec.path("minReplicaCount").asInt(-1)).as("from zero").isZero();
    assertThat(spec.path("maxReplicaCount").asInt()).isEqualTo(20);
    var target = named(full, "Deployment", spec.at("/scaleTargetRef/name").asString());
    assertThat(target.path("spec").has("replicas")).as("KEDA's to say").isFalse();
    var metadata = spec.at("/triggers/0/metadata");
    assertThat(metadata.properties().stream().map(Object::toString))
        .containsExactlyInAnyOrder(
            "scalerAddress=\"lab-tapline.bench:9090\"",
            "queue=\"align\"",
            "target=\"2.5\"",
            "tokenFromEnv=\"TAPLINE_TOKEN\"");
    var worker = target.at("/spec/template/spec/containers/0");
    var token =
        worker
            .path("env")
            .valueStream()
            .filter(one -> one.path("name").equals(metadata.path("tokenFromEnv")))
            .findFirst()
            .orElseThrow();
    assertThat(token.at("/valueFrom/secretKeyRef/name").asString()).isEqualTo("tapline-worker");
    assertThat(variable(worker, "TAPLINE_URL")).isEqualTo("http://lab-tapline.bench:8080");
    assertThat(named(full, "Service", "lab-tapline").at("/spec/ports/1/port").asInt())
        .isEqualTo(9090);
    assertThat(named(full, "Deployment", "lab-tapline-notify").at("/spec/replicas").asInt())
        .isEqualTo(2);
  }

  @Test
  void values_that_it_does_not_know_are_refused_by_name(@TempDir Path folder) throws IOException {
    var wrong =
        Map.of(
            "replica: 3\nexistingSecret: mine\n", "replica",
            "{}\n", "existingSecret",
            "existingSecret: mine\nworkers: [{name: a, queue: b, exec: c}]\n", "token",
            "existingSecret: mine\nreplicas: 0\n", "replicas");
    for (var one : wrong.entrySet()) {
      var file = values(folder, one.getKey());
      assertThatThrownBy(() -> rendered(file))
          .as(one.getKey())
          .hasMessageContaining(one.getValue());
    }
  }
}
