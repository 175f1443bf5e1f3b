package io.tapline.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapline.server.http.Endpoint;
import io.tapline.server.testing.TaplineServer;
import io.tapline.tapdb.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.web.util.HtmlUtils;

/**
 * The pages of the API reference have every endpoint, load nothing from elsewhere and can be
 * searched.
 */
@TaplineServer
class OpenApiReferenceTest extends OpenApiOnServer {

  private static Map<String, String> pages;

  @BeforeAll
  static void fetchPages() {
    pages = walk();
  }

  /** The address of an endpoint in the reference. */
  private static String section(Endpoint endpoint) {
    var id = operation(endpoint).path("operationId").asString();
    return pages.values().stream()
        .filter(page -> page.contains("<section class=\"call\" id=\"" + id + "\""))
        .findFirst()
        .map(page -> page.substring(page.indexOf("id=\"" + id + "\"")))
        .map(rest -> rest.substring(0, rest.indexOf("</section>")))
        .orElseThrow(() -> new AssertionError(endpoint + " is on no page"));
  }

  /** All pages of the reference that a link leads to, by path. */
  private static Map<String, String> walk() {
    var found = new TreeMap<String, String>();
    var next = new ArrayList<>(List.of("/docs"));
    while (!next.isEmpty()) {
      var path = next.remove(0);
      if (!found.containsKey(path)) {
        var reply = tapline.as("acme-human").get(path);
        assertThat(reply.status()).as(path).isEqualTo(200);
        found.put(path, reply.text());
        links(reply.text()).stream()
            .map(link -> link.replaceAll("[#?].*", ""))
            .filter(
                link -> link.startsWith("/docs") && !link.matches(".*\\.(css|js|proto)|.*/search"))
            .forEach(next::add);
      }
    }
    return found;
  }

  @Test
  void the_reference_has_every_endpoint_with_its_fields_codes_and_examples() {
    for (var endpoint : endpoints) {
      var section = section(endpoint).replace("<wbr>", "");
      assertThat(section)
          .contains(endpoint.path())
          .contains("data-language=\"curl\"", "data-language=\"python\"", "data-language=\"java\"");
      endpoint.allRefusals().forEach(code -> assertThat(section).contains(code.name()));
      if (endpoint.body() != null) {
        endpoint.body().forEach(f -> assertThat(section).contains("<code>" + f.name() + "</code>"));
      }
    }
    var longest = pages.values().stream().mapToInt(String::length).max().orElseThrow();
    assertThat(longest).as("no page is all of them").isLessThan(600_000);
  }

  @Test
  void the_reference_loads_nothing_from_elsewhere_and_runs_nothing_inline() {
    pages.forEach(
        (path, page) -> {
          assertThat(page).as(path).doesNotContain("style=", "<style", "onclick=");
          assertThat(page.replace("<script src=\"/docs/docs.js\"></script>", ""))
              .as(path)
              .doesNotContain("<script");
          assertThat(links(page))
              .as(path)
              .allMatch(link -> link.startsWith("#") || link.startsWith("/"));
        });
    for (var file : Map.of("style.css", "text/css", "docs.js", "text/javascript").entrySet()) {
      var reply = tapline.as("acme-human").get("/docs/" + file.getKey());
      assertThat(reply.header("Content-Type")).startsWith(file.getValue());
      assertThat(reply.text()).doesNotContain("url(", "@import", "://", "eval(");
    }
  }

  @Test
  void every_sample_request_is_what_its_schema_says() {
    for (var endpoint : endpoints) {
      var schema = operation(endpoint).at("/requestBody/content/application~1json/schema");
      if (!schema.isMissingNode()) {
        var curl =
            section(endpoint).split("aria-label=\"curl \\w+\"><code>")[1].split("</code>")[0];
        var sent = HtmlUtils.htmlUnescape(curl.substring(curl.indexOf("-d &#39;") + 8));
        var body = Json.parse(sent.substring(0, sent.lastIndexOf("'")).replace("'\\''", "'"));
        assertThat(tapline.described().faults(schema, body)).as(endpoint.toString()).isEmpty();
      }
    }
  }

  @Test
  void the_reference_is_searched_by_path_field_and_code() {
    var human = tapline.as("acme-human");
    assertThat(human.get("/docs/search?q=renew-lease").text())
        .contains("/docs/api/claims#renew_lease");
    assertThat(human.get("/docs/search?q=not_after").text()).contains("/docs/api/claims#claim");
    assertThat(human.get("/docs/search?q=LEASE_EXPIRED").text()).contains("#complete");
    assertThat(human.get("/docs/search?q=%3Cscript%3E").text())
        .contains("No entry contains all of these words", "value=\"&lt;script&gt;\"");
    assertThat(human.get("/docs/search").text()).contains("Enter a part of a call");
    assertThat(human.get("/docs/search?q=" + "x".repeat(201)).problem())
        .isEqualTo("VALIDATION_FAILED");
    assertThat(human.get("/docs/api/nowhere").problem()).isEqualTo("NOT_FOUND");
    assertThat(human.get("/docs/types/Nothing").problem()).isEqualTo("NOT_FOUND");
  }

  /** The guide's page is in the jar, word by word. */
  @Test
  void the_page_of_words_is_the_guides() throws java.io.IOException {
    var guide = java.nio.file.Files.readString(java.nio.file.Path.of("../docs/guide/words.md"));
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
                java.nio.file.Path.of("../grpc/src/main/proto/tapline/v1/dispatch.proto")));
  }

  private static List<String> links(String page) {
    return Pattern.compile("(?:href|src)=\"([^\"]*)\"")
        .matcher(page)
        .results()
        .map(result -> result.group(1))
        .toList();
  }
}
