package io.tapline.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.tapdb.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * The libraries of the server, from the list that the build puts into its jar, without a network.
 * {@code known-vulnerable.txt} lists versions that must not return; it does not replace a scanner.
 */
class DependenciesTest {

  private static final String LIST = "/META-INF/sbom/application.cdx.json";

  private record Jar(String group, String name, String version, JsonNode licences) {

    String key() {
      return group + ":" + name;
    }

    boolean ours() {
      return group.equals("io.tapline");
    }
  }

  /** From a version, which counts, to another, which does not. */
  private record Range(String key, String from, String to, String why) {

    boolean has(Jar jar) {
      return jar.key().equals(key)
          && compare(jar.version(), from) >= 0
          && compare(jar.version(), to) < 0;
    }
  }

  private static List<Jar> jars() throws IOException {
    var all = new ArrayList<Jar>();
    try (var in = DependenciesTest.class.getResourceAsStream(LIST)) {
      assertThat(in)
          .as(
              "%s: Maven skips the goal that writes it when it is told to stay offline (-o), and so"
                  + " does a build without Maven; build without -o, which needs no network once all"
                  + " is in the local repository",
              LIST)
          .isNotNull();
      var list = Json.parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
      for (var component : list.path("components")) {
        all.add(
            new Jar(
                component.path("group").asString(""),
                component.path("name").asString(),
                component.path("version").asString(""),
                component.path("licenses")));
      }
    }
    assertThat(all).hasSizeGreaterThan(50);
    return all;
  }

  private static List<Range> ranges() throws IOException {
    var ranges = new ArrayList<Range>();
    try (var in = DependenciesTest.class.getResourceAsStream("known-vulnerable.txt")) {
      for (var line : new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n")) {
        if (!line.startsWith("#")) {
          var parts = line.split("\\s+", 4);
          ranges.add(new Range(parts[0], parts[1], parts[2], parts[3]));
        }
      }
    }
    return ranges;
  }

  /** Number by number; what is no number, such as Final, comes after none. */
  private static int compare(String one, String other) {
    var a = one.split("[.-]");
    var b = other.split("[.-]");
    for (int i = 0; i < Math.max(a.length, b.length); i++) {
      var x = i < a.length ? a[i] : "0";
      var y = i < b.length ? b[i] : "0";
      boolean numbers = x.matches("\\d{1,9}") && y.matches("\\d{1,9}");
      int order = numbers ? Integer.compare(Integer.parseInt(x), Integer.parseInt(y)) : 0;
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  @Test
  void everything_has_a_released_version_and_a_licence() throws IOException {
    for (var jar : jars()) {
      if (!jar.ours()) {
        assertThat(jar.version().toUpperCase(Locale.ROOT))
            .as(jar.key())
            .isNotEmpty()
            .doesNotContain("SNAPSHOT", "ALPHA", "BETA");
        assertThat(jar.licences()).as(jar.key()).isNotEmpty();
      }
    }
  }

  @Test
  void there_are_no_two_versions_of_one_library() throws IOException {
    var versions = new TreeMap<String, TreeSet<String>>();
    for (var jar : jars()) {
      versions.computeIfAbsent(jar.key(), any -> new TreeSet<>()).add(jar.version());
    }
    versions.values().removeIf(all -> all.size() == 1);
    assertThat(versions).isEmpty();
  }

  @Test
  void nothing_is_known_to_be_vulnerable() throws IOException {
    var ranges = ranges();
    for (var jar : jars()) {
      assertThat(ranges.stream().filter(range -> range.has(jar)))
          .as(jar.key() + " " + jar.version())
          .isEmpty();
    }
  }

  @Test
  void a_range_has_the_versions_before_the_one_that_is_mended() throws IOException {
    var bad =
        List.of(
            new Jar("org.apache.logging.log4j", "log4j-core", "2.14.1", null),
            new Jar("org.yaml", "snakeyaml", "1.33", null),
            new Jar("org.postgresql", "postgresql", "42.7.5", null),
            new Jar("io.netty", "netty-handler", "4.1.117.Final", null),
            new Jar("com.google.protobuf", "protobuf-java", "4.28.1", null));
    var good =
        List.of(
            new Jar("org.apache.logging.log4j", "log4j-core", "2.17.1", null),
            new Jar("org.postgresql", "postgresql", "42.7.3", null),
            new Jar("org.postgresql", "postgresql", "42.7.10", null),
            new Jar("io.netty", "netty-handler", "4.1.118.Final", null),
            new Jar("com.google.protobuf", "protobuf-java", "3.25.5", null));
    var ranges = ranges();
    assertThat(bad).allMatch(jar -> ranges.stream().anyMatch(range -> range.has(jar)));
    assertThat(good).noneMatch(jar -> ranges.stream().anyMatch(range -> range.has(jar)));
  }
}
