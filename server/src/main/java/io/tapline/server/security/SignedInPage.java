package io.tapline.server.security;

import io.tapline.server.http.HttpAnswer;
import java.nio.charset.StandardCharsets;
import org.springframework.web.util.HtmlUtils;

/**
 * The answer with a new session cookie. It is a page and not a redirect: in a redirect chain that
 * began at another site, the browser would not send the new SameSite cookie to the next page.
 */
final class SignedInPage {

  private static final String PAGE =
      """
      <!doctype html>
      <html lang="en">
      <head><meta charset="utf-8"><meta http-equiv="refresh" content="0; url=%1$s">
      <title>Tapline</title></head>
      <body><p>You are logged in. <a href="%1$s">Go on</a></p></body>
      </html>
      """;

  private SignedInPage() {}

  static HttpAnswer leadingTo(LocalPath next, String... cookies) {
    var page = PAGE.formatted(HtmlUtils.htmlEscape(next.path()));
    var bytes = page.getBytes(StandardCharsets.UTF_8);
    return HttpAnswer.bytes(200, "text/html;charset=UTF-8", bytes).cookies(cookies);
  }
}
