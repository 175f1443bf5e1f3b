package io.tapline.server.ui;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.server.http.WebJar;
import io.tapline.server.ui.UiFiles.BrowserLibrary;
import io.tapline.tapdb.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * The JavaScript of others that the pages load is listed, file by file, with what it is and what is
 * inside it; the list goes with the jar, in the form that scanners read.
 */
class BundledScriptsTest {

  private static final String LIST = "/META-INF/sbom/javascript.cdx.json";

  private static final WebJar VIEWER = new WebJar("org.webjars", "redoc");

  /** The banner of a bundle that lists its contents. */
  private static final Pattern BANNER = Pattern.compile("(?m)^ \\* (@?[\\w./-]+) v(\\d[\\w.]*)$");

  private static JsonNode list() throws IOException {
    try (var in = BundledScriptsTest.class.getResourceAsStream(LIST)) {
      return Json.parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  /** Files of others by name, as they are served. */
  private static Map<String, byte[]> served() {
    var files = new TreeMap<String, byte[]>();
    UiFiles.load("")
        .all()
        .forEach(
            (path, file) -> {
              int at = path.indexOf("/lib/");
              if (at >= 0) {
                files.put(path.substring(at + 1), file.plain());
              }
            });
    files.put("docs/redoc.js", VIEWER.file("redoc.standalone.js"));
    return files;
  }

  private static String sha256(byte[] bytes) throws NoSuchAlgorithmException {
    return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
  }

  @Test
  void every_file_of_others_is_listed_with_the_hash_that_it_has() throws Exception {
    var listed = new TreeMap<String, String>();
    for (var library : list().path("components")) {
      for (var part : library.path("components")) {
        if (part.path("type").asString().equals("file")) {
          listed.put(part.path("name").asString(), part.at("/hashes/0/content").asString());
        }
      }
    }
    var found = new TreeMap<String, String>();
    for (var file : served().entrySet()) {
      found.put(file.getKey(), sha256(file.getValue()));
    }
    assertThat(found).isNotEmpty().isEqualTo(listed);
  }

  @Test
  void every_library_has_its_version_licence_and_source() throws IOException {
    for (var component : list().findParents("purl")) {
      var name = component.path("name").asString();
      var version = component.path("version").asString();
      assertThat(version).as(name).matches("\\d+\\.\\d+\\.\\d+");
      assertThat(component.path("purl").asString())
          .isEqualTo("pkg:npm/" + name.replace("@", "%40") + "@" + version);
      assertThat(component.at("/licenses/0/license/id").asString()).as(name).isNotEmpty();
      assertThat(component.at("/externalReferences/0/url").asString()).startsWith("https://");
      assertThat(Files.readString(Path.of("../../docs/operations/security.md")))
          .as("docs/operations/security.md")
          .contains("| " + name + " | " + version + " |");
    }
  }

  @Test
  void what_comes_as_a_webjar_is_listed_with_the_version_of_the_build() throws IOException {
    var jars =
        Stream.concat(BrowserLibrary.ALL.stream().map(BrowserLibrary::jar), Stream.of(VIEWER));
    for (var jar : jars.toList()) {
      var listed =
          list()
              .path("components")
              .valueStream()
              .filter(c -> c.path("name").asString().equals(jar.name()))
              .findFirst()
              .orElseThrow();
      assertThat(jar.version()).as(jar.name()).isEqualTo(listed.path("version").asString());
    }
  }

  @Test
  void what_a_bundle_says_is_inside_it_is_listed() throws IOException {
    var known = new TreeMap<String, String>();
    list()
        .findParents("purl")
        .forEach(c -> known.put(c.path("name").asString(), c.path("version").asString()));
    for (var file : served().entrySet()) {
      var text = new String(file.getValue(), StandardCharsets.UTF_8);
      BANNER
          .matcher(text)
          .results()
          .forEach(
              found ->
                  assertThat(known)
                      .as(file.getKey())
                      .containsEntry(
                          found.group(1).replace("Chart.js", "chart.js"), found.group(2)));
      // The viewer contains single functions of it, published as packages of their own.
      if (!file.getKey().equals("docs/redoc.js")) {
        assertThat(text).as(file.getKey()).doesNotContainIgnoringCase("lodash");
      }
    }
  }
}
