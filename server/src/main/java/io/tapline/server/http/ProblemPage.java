package io.tapline.server.http;

import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.web.util.HtmlUtils;

/**
 * A problem as a page, for a person who opened an address in a browser. Browsers accept HTML only
 * when they open a page; programs and scripts receive problem details.
 */
final class ProblemPage {

  static final String MEDIA_TYPE = "text/html;charset=UTF-8";

  private ProblemPage() {}

  /** Whether the client is a browser that opens a page. */
  static boolean wanted(HttpServletRequest request) {
    var accept = request.getHeader(HttpHeaders.ACCEPT);
    return HttpMethod.GET.matches(request.getMethod())
        && accept != null
        && accept.contains(MediaType.TEXT_HTML_VALUE);
  }

  /** The sign-in page that returns here, for unauthenticated people; null for all others. */
  static URI signIn(Problem problem, HttpServletRequest request) {
    if (problem.status() != 401 || request.getHeader(HttpHeaders.AUTHORIZATION) != null) {
      return null;
    }
    var query = request.getQueryString();
    var wanted = request.getRequestURI() + (query == null ? "" : "?" + query);
    return URI.create("/sign-in?next=" + URLEncoder.encode(wanted, StandardCharsets.UTF_8));
  }

  static byte[] render(Problem problem) {
    var page =
        """
        <!DOCTYPE html><html lang="en"><head><meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <title>%1$s · Tapline</title><script src="/docs/docs.js"></script>
        <link rel="stylesheet" href="/docs/style.css"></head><body class="alone"><main>
        <h1>%1$s</h1><p>%2$s</p><p class="links"><a href="/">Web UI</a> <a href="/docs">API</a></p>
        <p class="roles"><code>%3$s</code> %4$d</p></main></body></html>
        """
            .formatted(
                escape(problem.title()),
                escape(sentence(problem)),
                problem.code(),
                problem.status());
    return page.getBytes(StandardCharsets.UTF_8);
  }

  private static String sentence(Problem problem) {
    var text = problem.detail() == null ? "" : problem.detail();
    return text.isEmpty()
        ? ""
        : Character.toUpperCase(text.charAt(0))
            + text.substring(1)
            + (text.endsWith(".") ? "" : ".");
  }

  private static String escape(String text) {
    return HtmlUtils.htmlEscape(text, "UTF-8");
  }
}
