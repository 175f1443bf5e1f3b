package io.tapline.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.server.http.Endpoint;
import io.tapline.server.testing.TaplineServer;
import io.tapline.tapdb.Json;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The reference: samples of every endpoint in the document, and pages that load nothing else. */
@TaplineServer
class OpenApiReferenceTest extends OpenApiOnServer {

  private static String sample(Endpoint endpoint, String label) {
    return operation(endpoint)
        .path("x-codeSamples")
        .valueStream()
        .filter(sample -> sample.path("label").asString().equals(label))
        .findFirst()
        .map(sample -> sample.path("source").asString())
        .orElseThrow(() -> new AssertionError(endpoint + " has no sample for " + label));
  }

  @Test
  void every_endpoint_has_an_area_its_callers_and_samples_in_three_languages() {
    var areas = new TreeSet<String>();
    document.path("tags").forEach(tag -> areas.add(tag.path("name").asString()));
    for (var endpoint : endpoints) {
      var operation = operation(endpoint);
      assertThat(operation.path("tags").valueStream().map(JsonNode::asString))
          .as(endpoint.toString())
          .hasSize(1)
          .isSubsetOf(areas);
      var callers = operation.path("description").asString();
      endpoint
          .access()
          .roles()
          .forEach(role -> assertThat(callers).contains(role.name().toLowerCase(Locale.ROOT)));
      for (var label : List.of("curl", "Python", "Java")) {
        assertThat(sample(endpoint, label)).as(endpoint + " " + label).isNotBlank();
      }
    }
    assertThat(areas).hasSizeGreaterThan(10);
  }

  @Test
  void the_pages_load_nothing_from_elsewhere_and_run_nothing_inline() {
    var human = tapline.as("acme-human");
    for (var path : List.of("/docs", "/docs/words")) {
      var page = human.get(path).text();
      assertThat(page).as(path).doesNotContain("style=", "<style", "onclick=");
      assertThat(page.replaceAll("<script src=\"/docs/(docs|redoc).js\"></script>", ""))
          .as(path)
          .doesNotContain("<script");
      assertThat(links(page)).as(path).allMatch(link -> link.matches("[#/].*"));
    }
    for (var file : Map.of("style.css", "text/css", "docs.js", "text/javascript").entrySet()) {
      var reply = human.get("/docs/" + file.getKey());
      assertThat(reply.header("Content-Type")).startsWith(file.getValue());
      assertThat(reply.text()).doesNotContain("url(", "@import", "://", "eval(");
    }
  }

  @Test
  void the_viewer_is_sent_compressed_and_its_page_allows_no_inline_script() {
    var viewer = tapline.as(null).with("Accept-Encoding", "gzip").get("/docs/redoc.js");
    assertThat(viewer.header("Content-Encoding")).isEqualTo("gzip");
    assertThat(viewer.header("Cache-Control")).isEqualTo("public, max-age=86400");
    assertThat(tapline.as(null).get("/docs/redoc.js").text()).contains("Redoc");
    assertThat(tapline.as("acme-human").get("/docs").header("Content-Security-Policy"))
        .contains("script-src 'self';", "style-src 'self' 'sha256-", "worker-src blob:")
        .doesNotContain("unsafe", "http");
    assertThat(tapline.as("acme-human").get("/docs/words").header("Content-Security-Policy"))
        .doesNotContain("blob:", "sha256");
  }

  @Test
  void every_sample_request_is_what_its_schema_says() {
    for (var endpoint : endpoints) {
      var schema = operation(endpoint).at("/requestBody/content/application~1json/schema");
      if (!schema.isMissingNode()) {
        var curl = sample(endpoint, "curl");
        var sent = curl.substring(curl.indexOf("-d '") + 4, curl.lastIndexOf("'"));
        var body = Json.parse(sent.replace("'\\''", "'"));
        assertThat(tapline.described().faults(schema, body)).as(endpoint.toString()).isEmpty();
      }
    }
  }

  /** The guide's page is in the jar, word by word. */
  @Test
  void the_page_of_words_is_the_guides() throws java.io.IOException {
    var guide = java.nio.file.Files.readString(java.nio.file.Path.of("../../docs/guide/words.md"));
    try (var served = OpenApiReferenceTest.class.getResourceAsStream("openapi/words.md")) {
      assertThat(new String(served.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8))
          .as("copy docs/guide/words.md over it")
          .isEqualTo(guide);
    }
    var page = tapline.as("acme-human").get("/docs/words");
    assertThat(page.header("Content-Type")).startsWith("text/html");
    var words =
        java.util.regex.Pattern.compile("(?m)^\\| \\*\\*([^*]+)\\*\\*")
            .matcher(guide)
            .results()
            .toList();
    assertThat(words).hasSizeGreaterThan(25);
    words.forEach(word -> assertThat(page.text()).contains("<b>" + word.group(1) + "</b>"));
    assertThat(page.text()).doesNotContain("**", "|", "style=", "http://", "https://");
    assertThat(links(page.text())).allMatch(link -> link.matches("[/#].*"));
  }

  @Test
  void the_contract_of_the_other_door_is_shown_as_it_is() throws java.io.IOException {
    var reply = tapline.as("acme-human").get("/docs/dispatch.proto");
    assertThat(reply.header("Content-Type")).startsWith("text/plain");
    assertThat(reply.text())
        .isEqualTo(
            java.nio.file.Files.readString(
                java.nio.file.Path.of("../../grpc/src/main/proto/tapline/v1/dispatch.proto")));
  }

  private static List<String> links(String page) {
    return Pattern.compile("(?:href|src)=\"([^\"]*)\"")
        .matcher(page)
        .results()
        .map(result -> result.group(1))
        .toList();
  }
}
