package io.tapline.server.openapi;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The OpenAPI document as a page to read: plain HTML, made here, with neither script nor anything
 * from elsewhere, so that it works behind the strictest policy and without a network.
 */
final class DocsPage {

  private final ObjectNode document;
  private final Html html = new Html();
  private final SchemaTable tables = new SchemaTable(html);

  private DocsPage(ObjectNode document) {
    this.document = document;
  }

  static String of(ObjectNode document) {
    return new DocsPage(document).render();
  }

  /** An operation with its place. */
  private record Entry(String method, String path, JsonNode operation) {
    String id() {
      return operation.path("operationId").asString();
    }
  }

  private String render() {
    html.raw("<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\">");
    html.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">");
    html.raw("<title>Tapline API</title><link rel=\"stylesheet\" href=\"/docs/style.css\">");
    html.raw("</head><body>");
    var byTag = byTag();
    navigation(byTag);
    html.raw("<main>");
    html.in("h1", document.path("info").path("title").asString() + " API");
    for (var paragraph : document.path("info").path("description").asString().split("\n\n")) {
      html.in("p", paragraph);
    }
    html.raw("<p><a href=\"/openapi.json\">OpenAPI document</a>, ");
    html.raw("<a href=\"/docs/dispatch.proto\">contract of work over gRPC</a>, ");
    html.raw("<a href=\"/docs/words\">what the words mean</a></p>");
    byTag.forEach(
        (tag, entries) -> {
          html.in("h2", tag);
          entries.forEach(this::operation);
        });
    schemas();
    return html.raw("</main></body></html>").toString();
  }

  private Map<String, List<Entry>> byTag() {
    var byTag = new TreeMap<String, List<Entry>>();
    for (var path : document.path("paths").properties()) {
      for (var method : path.getValue().properties()) {
        var tag = method.getValue().path("tags").path(0).asString();
        byTag
            .computeIfAbsent(tag, t -> new ArrayList<>())
            .add(new Entry(method.getKey(), path.getKey(), method.getValue()));
      }
    }
    return byTag;
  }

  private void navigation(Map<String, List<Entry>> byTag) {
    html.raw("<nav aria-label=\"Endpoints\">");
    byTag.forEach(
        (tag, entries) -> {
          html.in("h2", tag).raw("<ul>");
          for (var entry : entries) {
            html.raw("<li><a href=\"#").text(entry.id()).raw("\">");
            html.text(entry.id()).raw("</a></li>");
          }
          html.raw("</ul>");
        });
    html.raw("<h2><a href=\"#schemas\">schemas</a></h2></nav>");
  }

  private void operation(Entry entry) {
    html.raw("<section id=\"").text(entry.id()).raw("\"><h3><span class=\"method\">");
    html.text(entry.method()).raw("</span> <code>").text(entry.path()).raw("</code></h3>");
    html.in("p", entry.operation().path("summary").asString());
    roles(entry.operation());
    parameters(entry.operation());
    var body = entry.operation().path("requestBody").path("content");
    if (!body.isMissingNode()) {
      content("Request", body);
    }
    content("Answer", entry.operation().path("responses").path("200").path("content"));
    problems(entry.operation().path("responses"));
    html.raw("</section>");
  }

  private void roles(JsonNode operation) {
    var roles =
        operation
            .path("security")
            .valueStream()
            .flatMap(way -> way.valueStream())
            .flatMap(JsonNode::valueStream)
            .map(JsonNode::asString)
            .distinct()
            .collect(Collectors.joining(", "));
    html.raw("<p class=\"roles\">");
    html.text(roles.isEmpty() ? "Open to all" : "For " + roles).raw("</p>");
  }

  private void parameters(JsonNode operation) {
    var parameters = operation.path("parameters");
    if (parameters.isEmpty()) {
      return;
    }
    html.in("h4", "Parameters").raw("<table><tbody>");
    for (var parameter : parameters) {
      tables.row(
          parameter.path("name").asString(),
          parameter.path("required").asBoolean(),
          parameter.path("schema"),
          parameter.path("in").asString() + ": " + parameter.path("description").asString());
    }
    html.raw("</tbody></table>");
  }

  private void content(String title, JsonNode content) {
    for (var type : content.properties()) {
      html.in("h4", title + ", " + type.getKey());
      tables.schema(type.getValue().path("schema"));
      var example = type.getValue().get("example");
      if (example != null) {
        html.raw("<pre><code>").text(example.toPrettyString()).raw("</code></pre>");
      }
    }
  }

  private void problems(JsonNode responses) {
    html.in("h4", "Problems").raw("<table><tbody>");
    for (var response : responses.properties()) {
      var codes =
          response
              .getValue()
              .at("/content/application~1problem+json/schema/properties/code/enum")
              .valueStream()
              .map(JsonNode::asString)
              .collect(Collectors.joining(" "));
      if (!codes.isEmpty()) {
        html.raw("<tr>").in("td", response.getKey()).in("td", codes).raw("</tr>");
      }
    }
    html.raw("</tbody></table>");
  }

  private void schemas() {
    html.raw("<h2 id=\"schemas\">schemas</h2>");
    for (var schema : document.path("components").path("schemas").properties()) {
      html.raw("<section id=\"schema-").text(schema.getKey()).raw("\">");
      html.in("h3", schema.getKey());
      tables.schema(schema.getValue());
      html.raw("</section>");
    }
  }
}
