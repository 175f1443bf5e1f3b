package io.tapline.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.engine.testing.SourceTree;
import io.tapline.tapdb.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;

/** As much of the image and its composition as can be told without building them. */
class DeploymentFilesTest {

  private static final Pattern COPY = Pattern.compile("(?m)^COPY (?!--from)(\\S+(?: \\S+)*) \\S+$");
  private static final Pattern OURS = Pattern.compile("<artifactId>(tapline-[^<]+)</artifactId>");

  private static String read(String file) throws IOException {
    return Files.readString(SourceTree.ROOT.resolve(file));
  }

  @Test
  void what_is_copied_into_the_image_is_there() throws IOException {
    var copied = copied();
    assertThat(copied).contains("pom.xml", "packaging", "server");
    for (var path : copied) {
      assertThat(SourceTree.ROOT.resolve(path)).exists();
    }
  }

  @Test
  void every_module_that_maven_asks_for_is_copied() throws IOException {
    var copied = copied();
    for (var module : SourceTree.modules()) {
      assertThat(copied).as(module).containsAnyOf(module, module + "/pom.xml");
    }
  }

  /** A module of which only the pom is there is built empty, and what needs it is not built. */
  @Test
  void all_that_the_command_is_made_of_is_copied_whole() throws IOException {
    var needed = new TreeSet<String>();
    gather("cli", needed);
    assertThat(needed).contains("engine", "packs", "server", "tools/demo");
    assertThat(copied()).containsAll(needed);
  }

  private static List<String> copied() throws IOException {
    return COPY.matcher(read("Dockerfile"))
        .results()
        .flatMap(copy -> Stream.of(copy.group(1).split(" ")))
        .toList();
  }

  private static void gather(String module, Set<String> needed) throws IOException {
    if (needed.add(module)) {
      // The profile of tests is after this element.
      var pom = read(module + "/pom.xml").split("<profiles>")[0];
      var dependencies = pom.substring(pom.indexOf("<dependencies>"));
      for (var found : OURS.matcher(dependencies).results().toList()) {
        gather(SourceTree.moduleOf(found.group(1)), needed);
      }
    }
  }

  @Test
  void the_image_runs_the_command_and_not_as_root() throws IOException {
    var file = read("Dockerfile");
    assertThat(file).contains("\nENTRYPOINT [\"/opt/tapline/bin/tapline\"]\nCMD [\"serve\", ");
    assertThat(file.indexOf("\nUSER 10001:10001\n"))
        .isPositive()
        .isLessThan(file.indexOf("\nENTRYPOINT"));
    assertThat(file).contains("\nHEALTHCHECK ").contains("GET /health ");
  }

  @Test
  void the_image_looks_for_plugins_where_the_composition_puts_them() throws IOException {
    var folder = "/opt/tapline/plugins";
    assertThat(read("Dockerfile"))
        .contains("\nENV TAPLINE_PLUGINS=" + folder + "\n")
        .contains("packaging/layout cli/target/lib /opt/tapline");
    assertThat(read("packaging/layout")).contains("\"$folder/plugins\"");
    var server = Json.tree(new Yaml().<Object>load(read("compose.yaml"))).at("/services/tapline");
    assertThat(server.at("/volumes/0").asString()).isEqualTo("./plugins:" + folder + ":ro");
  }

  @Test
  void the_composition_holds_no_secret_and_waits_for_its_database() throws IOException {
    var text = read("compose.yaml");
    var services = Json.tree(new Yaml().<Object>load(text)).path("services");
    var server = services.path("tapline");
    assertThat(server.path("depends_on").path("postgres").path("condition").asString())
        .isEqualTo("service_healthy");
    for (var secret :
        List.of(
            server.path("environment").path("TAPLINE_TOKENS"),
            server.path("environment").path("TAPLINE_DATABASE_PASSWORD"),
            services.path("postgres").path("environment").path("POSTGRES_PASSWORD"))) {
      assertThat(secret.asString()).matches("\\$\\{[A-Z_]+:\\?.+}");
    }
    assertThat(server.path("ports").get(0).asString()).startsWith("127.0.0.1:");
    assertThat(server.path("read_only").asBoolean()).isTrue();
    assertThat(server.path("tmpfs").toString()).isEqualTo("[\"/tmp\"]");
  }

  @Test
  void every_link_of_a_page_leads_to_a_file_and_its_heading() throws IOException {
    var link = Pattern.compile("\\]\\(([^)\\s#:]*)(#[^)\\s]+)?\\)");
    for (var page : pages()) {
      var text = Files.readString(page).replaceAll("(?s)```.*?```", "");
      for (var found : link.matcher(text).results().toList()) {
        var target = found.group(1).isEmpty() ? page : page.resolveSibling(found.group(1));
        assertThat(target).as(page + ": " + found.group()).exists();
        if (found.group(2) != null && target.toString().endsWith(".md")) {
          assertThat(headings(target)).as(page + ": " + found.group()).contains(found.group(2));
        }
      }
    }
  }

  /** As they are written in links. */
  private static List<String> headings(Path page) throws IOException {
    return Files.readString(page)
        .lines()
        .filter(line -> line.startsWith("#"))
        .map(line -> line.replaceFirst("#+ ", "").toLowerCase(Locale.ROOT))
        .map(line -> "#" + line.replaceAll("[^\\w\\- ]", "").replace(' ', '-'))
        .toList();
  }

  private static List<Path> pages() throws IOException {
    var pages =
        new ArrayList<>(
            List.of(SourceTree.ROOT.resolve("README.md"), SourceTree.ROOT.resolve("CHANGELOG.md")));
    try (var docs = Files.walk(SourceTree.ROOT.resolve("docs"))) {
      docs.filter(path -> path.toString().endsWith(".md")).forEach(pages::add);
    }
    return pages;
  }

  /** A copied example must not bring a token that others can guess. */
  @Test
  void no_example_configures_a_token_that_is_written_down() throws IOException {
    var entry = Pattern.compile("[\\w.$(){}:-]+=[a-z]+/(admin|operator|worker_\\w+)");
    var files = new ArrayList<Path>();
    for (var file : List.of("compose.yaml", "Dockerfile")) {
      files.add(SourceTree.ROOT.resolve(file));
    }
    files.addAll(pages());
    for (var file : files) {
      var text = Files.readString(file);
      assertThat(entry.matcher(text).results().map(MatchResult::group))
          .as(file.toString())
          .allMatch(one -> one.contains("$") || one.matches("(\\w+:)?(SECRET|token)=.*"));
      assertThat(text).as(file.toString()).doesNotContainPattern("(?<![a-z])t-admin");
    }
  }
}
