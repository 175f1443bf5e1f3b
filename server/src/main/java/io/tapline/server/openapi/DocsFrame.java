package io.tapline.server.openapi;

/** The frame of every page of the reference: title, search, list of areas. */
final class DocsFrame {

  private DocsFrame() {}

  /**
   * @param current the path of the page, which is marked in the list of areas
   * @param asked content of the search field
   * @param main the markup of the page itself
   */
  static String around(String title, String current, String asked, String main) {
    var html = new HtmlBuilder();
    html.raw("<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\">");
    html.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">");
    html.raw("<meta name=\"color-scheme\" content=\"light dark\">");
    html.raw("<title>").text(title).raw(" · Tapline API</title>");
    html.raw("<script src=\"/docs/docs.js\"></script>");
    html.raw("<link rel=\"stylesheet\" href=\"/docs/style.css\"></head><body>");
    html.raw("<a class=\"skip\" href=\"#main\">Skip to content</a><header>");
    html.raw("<a class=\"brand\" href=\"/docs\">Tapline API</a>");
    html.raw("<form role=\"search\" action=\"/docs/search\"><input id=\"search\" type=\"search\" ");
    html.raw("name=\"q\" aria-label=\"Search the reference\" autocomplete=\"off\" ");
    html.raw("placeholder=\"Call, path, field, code\" value=\"").text(asked).raw("\">");
    html.raw("<div id=\"found\" hidden></div></form>");
    html.raw("<a class=\"home\" href=\"/\">Web UI</a></header>");
    html.raw("<nav aria-label=\"Areas\"><ul>");
    link(html, "/docs", "Overview", current);
    DocsArea.ALL.forEach(area -> link(html, area.path(), area.title(), current));
    link(html, "/docs/types", "Types", current);
    link(html, "/docs/words", "Glossary", current);
    html.raw("</ul></nav><main id=\"main\" tabindex=\"-1\">").raw(main);
    return html.raw("</main></body></html>").toString();
  }

  private static void link(HtmlBuilder html, String href, String text, String current) {
    html.raw("<li><a href=\"").raw(href).raw("\"");
    html.raw(href.equals(current) ? " aria-current=\"page\">" : ">").text(text).raw("</a></li>");
  }
}
