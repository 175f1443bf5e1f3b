package io.tapline.server.openapi;

import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.web.util.HtmlUtils;

/** The frame of the pages: title and links. */
final class DocsFrame {

  private static final Map<String, String> LINKS = new LinkedHashMap<>();

  static {
    LINKS.put("/docs", "Reference");
    LINKS.put("/docs/words", "Glossary");
    LINKS.put("/openapi.json", "OpenAPI document");
    LINKS.put("/docs/dispatch.proto", "gRPC contract");
    LINKS.put("/", "Web UI");
  }

  private DocsFrame() {}

  /**
   * @param current the path of the page, which is marked among the links
   * @param main the markup of the page itself
   */
  static String around(String title, String current, String main) {
    var html = new HtmlBuilder();
    html.raw("<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\">");
    html.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">");
    html.raw("<meta name=\"color-scheme\" content=\"light dark\">");
    html.raw("<title>").text(title).raw(" · Tapline API</title>");
    html.raw("<script src=\"/docs/docs.js\"></script>");
    html.raw("<link rel=\"stylesheet\" href=\"/docs/style.css\"></head><body>");
    html.raw("<a class=\"skip\" href=\"#main\">Skip to content</a><header>");
    html.raw("<a class=\"brand\" href=\"/docs\">Tapline API</a><nav aria-label=\"Pages\">");
    LINKS.forEach(
        (href, text) -> {
          html.raw("<a href=\"").raw(href).raw("\"");
          html.raw(href.equals(current) ? " aria-current=\"page\">" : ">").text(text).raw("</a>");
        });
    html.raw("</nav></header><main id=\"main\" tabindex=\"-1\">").raw(main);
    return html.raw("</main></body></html>").toString();
  }

  /** Builds HTML; text is always escaped. */
  static final class HtmlBuilder {

    private final StringBuilder all = new StringBuilder();

    HtmlBuilder raw(String markup) {
      all.append(markup);
      return this;
    }

    HtmlBuilder text(String text) {
      all.append(HtmlUtils.htmlEscape(text, "UTF-8"));
      return this;
    }

    HtmlBuilder in(String element, String text) {
      return raw("<" + element + ">").text(text).raw("</" + element + ">");
    }

    @Override
    public String toString() {
      return all.toString();
    }
  }
}
