package io.tapline.server.openapi;

import java.util.Locale;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** The section of one call on the page of its area: purpose, samples, request and answer. */
final class CallSection {

  private final HtmlBuilder html;
  private final SchemaTable tables;
  private final CallSamples samples;

  CallSection(HtmlBuilder html, SchemaTable tables, CallSamples samples) {
    this.html = html;
    this.tables = tables;
    this.samples = samples;
  }

  void render(DocsCall call) {
    html.raw("<section class=\"call\" id=\"").text(call.id()).raw("\"><h2>");
    method(html, call);
    html.raw(" <code>").path(call.path()).raw("</code></h2>");
    html.in("p", sentence(call.summary()));
    html.raw("<p class=\"roles\">");
    html.text(call.open() ? "Open to all" : "For " + call.roles()).raw("</p>");
    html.raw("<div class=\"samples\">");
    sample(call, "curl", "curl", samples.curl(call));
    sample(call, "python", "Python", samples.python(call));
    sample(call, "java", "Java", samples.java(call));
    html.raw("</div>");
    parameters(call);
    content(call, "Request", call.operation().path("requestBody").path("content"), true);
    content(call, "Answer", call.answer(), false);
    problems(call.operation().path("responses"));
    html.raw("</section>");
  }

  static void method(HtmlBuilder html, DocsCall call) {
    html.raw("<span class=\"method ").text(call.method()).raw("\">");
    html.text(call.method().toUpperCase(Locale.ROOT)).raw("</span>");
  }

  static String sentence(String text) {
    return text.endsWith(".") ? text : text + ".";
  }

  private void sample(DocsCall call, String language, String name, String text) {
    html.raw("<div class=\"sample\" data-language=\"").raw(language).raw("\"><h3>").text(name);
    html.raw("</h3><pre tabindex=\"0\" role=\"region\" aria-label=\"");
    html.text(name + " " + call.id());
    html.raw("\"><code>").text(text).raw("</code></pre></div>");
  }

  private void parameters(DocsCall call) {
    var parameters = call.operation().path("parameters");
    if (parameters.isEmpty()) {
      return;
    }
    open("Parameters", true);
    tables.begin();
    for (var parameter : parameters) {
      tables.row(
          parameter.path("name").asString(),
          parameter.path("required").asBoolean(),
          parameter.path("schema"),
          "In the "
              + parameter.path("in").asString()
              + ": "
              + parameter.path("description").asString());
    }
    tables.end();
    html.raw("</details>");
  }

  private void content(DocsCall call, String title, JsonNode content, boolean shown) {
    for (var type : content.properties()) {
      open(title + ", " + type.getKey(), shown);
      tables.schema(type.getValue().path("schema"));
      var example = type.getValue().get("example");
      if (example != null) {
        html.raw("<pre tabindex=\"0\" role=\"region\" aria-label=\"");
        html.text(title + " example " + call.id()).raw("\"><code>");
        html.text(CallSamples.indented(example)).raw("</code></pre>");
      }
      html.raw("</details>");
    }
  }

  private void problems(JsonNode responses) {
    open("Problems", false);
    tables.begin();
    for (var response : responses.properties()) {
      var codes =
          response
              .getValue()
              .at("/content/application~1problem+json/schema/properties/code/enum")
              .valueStream()
              .map(JsonNode::asString)
              .collect(Collectors.joining(", "));
      if (!codes.isEmpty()) {
        html.raw("<tr><th scope=\"row\"><code>").text(response.getKey()).raw("</code></th>");
        html.raw("<td colspan=\"2\">").name(codes).raw("</td></tr>");
      }
    }
    tables.end();
    html.raw("</details>");
  }

  private void open(String title, boolean shown) {
    html.raw(shown ? "<details open>" : "<details>").in("summary", title);
  }
}
