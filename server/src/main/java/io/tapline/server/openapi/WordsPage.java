package io.tapline.server.openapi;

import java.util.ArrayList;
import java.util.regex.Pattern;

/**
 * The guide's page of words, for people who look at a screen and have no guide at hand. The page
 * has a title, paragraphs and one table; of markup within a line there is code, strong and
 * emphasis.
 */
final class WordsPage {

  private static final Pattern MARKUP = Pattern.compile("(`|\\*\\*|\\*)(.+?)\\1");

  private final Html html = new Html();

  private WordsPage() {}

  static String of(String markdown) {
    return new WordsPage().render(markdown);
  }

  private String render(String markdown) {
    html.raw("<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\">");
    html.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">");
    html.raw("<title>Words · Tapline</title><link rel=\"stylesheet\" href=\"/docs/style.css\">");
    html.raw("</head><body class=\"alone\"><main>");
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
    html.raw("<table><tbody>");
    // After the head and the line below it.
    rows.stream().skip(2).forEach(this::row);
    return html.raw("</tbody></table><p><a href=\"/\">Tapline</a>, <a href=\"/docs\">API</a></p>")
        .raw("</main></body></html>")
        .toString();
  }

  private void row(String line) {
    var cells = line.substring(1, line.length() - 1).split("\\|", 2);
    inline(html.raw("<tr><th scope=\"row\">"), cells[0].strip()).raw("</th><td>");
    inline(html, cells[1].strip()).raw("</td></tr>");
  }

  private static Html inline(Html html, String text) {
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
