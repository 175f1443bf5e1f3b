package io.tapline.server.openapi;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.node.ObjectNode;

/**
 * The OpenAPI document as HTML pages, one for each area and each type, rendered by the server
 * without external resources, so that they work under the strictest content policy and without a
 * network.
 */
final class DocsPages {

  private final ObjectNode document;
  private final Map<DocsArea, List<DocsCall>> areas = new LinkedHashMap<>();
  private final CallSamples samples;
  private final DocsSearch search;

  DocsPages(ObjectNode document) {
    this.document = document;
    this.samples = new CallSamples(new SampleRequests(document));
    var calls = new ArrayList<DocsCall>();
    for (var path : document.path("paths").properties()) {
      for (var method : path.getValue().properties()) {
        calls.add(new DocsCall(method.getKey(), path.getKey(), method.getValue()));
      }
    }
    DocsArea.ALL.forEach(area -> areas.put(area, new ArrayList<>()));
    calls.forEach(call -> areas.get(call.area()).add(call));
    this.search = new DocsSearch(document, calls);
  }

  /** Every page by its path, except search results. */
  Map<String, String> all() {
    var pages = new TreeMap<String, String>();
    pages.put("/docs", overview());
    areas.forEach((area, calls) -> pages.put(area.path(), area(area, calls)));
    pages.put("/docs/types", types());
    for (var schema : document.path("components").path("schemas").properties()) {
      pages.put(SchemaTable.TYPES + schema.getKey(), type(schema.getKey()));
    }
    return pages;
  }

  /** The page of search results; for an empty query, the first entries. */
  String found(String asked) {
    return DocsFrame.around("Search", "/docs/search", asked, search.results(asked));
  }

  private String overview() {
    var html = new HtmlBuilder();
    html.in("h1", document.path("info").path("title").asString() + " API");
    for (var paragraph : document.path("info").path("description").asString().split("\n\n")) {
      html.in("p", paragraph);
    }
    html.raw("<p>In the examples <code>TAPLINE_URL</code> is the address of the server and ");
    html.raw(
        "<code>TAPLINE_TOKEN</code> is your token. <code>client</code> is <code>Client()</code>");
    html.raw(
        " in Python and <code>TaplineClient.fromEnvironment()</code> in Java; both read these");
    html.raw(" variables.");
    html.raw("</p><p class=\"links\"><a href=\"/openapi.json\">OpenAPI document</a> ");
    html.raw("<a href=\"/docs/dispatch.proto\">gRPC contract</a> ");
    html.raw("<a href=\"/docs/words\">Glossary</a></p><div class=\"areas\">");
    areas.forEach(
        (area, calls) -> {
          html.raw("<section><h2><a href=\"").raw(area.path()).raw("\">").text(area.title());
          html.raw("</a></h2>").in("p", area.about());
          list(html, calls);
          html.raw("</section>");
        });
    return DocsFrame.around("Overview", "/docs", "", html.raw("</div>").toString());
  }

  private String area(DocsArea area, List<DocsCall> calls) {
    var html = new HtmlBuilder();
    html.in("h1", area.title()).in("p", area.about());
    list(html, calls);
    var section = new CallSection(html, new SchemaTable(html, document), samples);
    calls.forEach(section::render);
    return DocsFrame.around(area.title(), area.path(), "", html.toString());
  }

  static void list(HtmlBuilder html, List<DocsCall> calls) {
    html.raw("<ul class=\"calls\">");
    for (var call : calls) {
      html.raw("<li><a href=\"").text(call.href()).raw("\">");
      CallSection.method(html, call);
      html.raw(" <code>").path(call.path()).raw("</code></a> <span>");
      html.text(call.summary()).raw("</span></li>");
    }
    html.raw("</ul>");
  }

  private String types() {
    var html = new HtmlBuilder().in("h1", "Types").raw("<ul class=\"types\">");
    for (var name : document.path("components").path("schemas").propertyNames()) {
      html.raw("<li><a href=\"").text(SchemaTable.TYPES + name).raw("\"><code>");
      html.text(name).raw("</code></a></li>");
    }
    return DocsFrame.around("Types", "/docs/types", "", html.raw("</ul>").toString());
  }

  private String type(String name) {
    var html = new HtmlBuilder();
    html.raw("<p class=\"crumb\"><a href=\"/docs/types\">Types</a></p><h1><code>");
    html.text(name).raw("</code></h1>");
    new SchemaTable(html, document).schema(document.path("components").path("schemas").path(name));
    return DocsFrame.around(name, "/docs/types", "", html.toString());
  }
}
