package io.tapline.server.openapi;

import io.tapline.server.openapi.DocsFrame.HtmlBuilder;
import java.util.ArrayList;
import java.util.regex.Pattern;

/**
 * The glossary of the guide for users of the web UI. The page has a title, paragraphs and one
 * table; inline markup is limited to code, strong and emphasis.
 */
final class WordsPage {

  private static final Pattern MARKUP = Pattern.compile("(`|\\*\\*|\\*)(.+?)\\1");

  private final HtmlBuilder html = new HtmlBuilder();

  private WordsPage() {}

  static String of(String markdown) {
    return new WordsPage().render(markdown);
  }

  private String render(String markdown) {
    var rows = new ArrayList<String>();
    for (var line : markdown.lines().filter(one -> !one.isBlank()).toList()) {
      if (line.startsWith("# ")) {
        html.in("h1", line.substring(2));
      } else if (line.startsWith("|")) {
        rows.add(line);
      } else {
        inline(html.raw("<p>"), line).raw("</p>");
      }
    }
    html.raw("<table class=\"words\"><tbody>");
    // Skips the header row and its separator.
    rows.stream().skip(2).forEach(this::row);
    html.raw("</tbody></table>");
    return DocsFrame.around("Glossary", "/docs/words", html.toString());
  }

  private void row(String line) {
    var cells = line.substring(1, line.length() - 1).split("\\|", 2);
    inline(html.raw("<tr><th scope=\"row\">"), cells[0].strip()).raw("</th><td>");
    inline(html, cells[1].strip()).raw("</td></tr>");
  }

  private static HtmlBuilder inline(HtmlBuilder html, String text) {
    var markup = MARKUP.matcher(text);
    int from = 0;
    for (; markup.find(); from = markup.end()) {
      html.text(text.substring(from, markup.start()));
      html.in(element(markup.group(1)), markup.group(2));
    }
    return html.text(text.substring(from));
  }

  private static String element(String sign) {
    return switch (sign) {
      case "`" -> "code";
      case "**" -> "b";
      default -> "em";
    };
  }
}
