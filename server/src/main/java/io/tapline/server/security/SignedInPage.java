package io.tapline.server.security;

import io.tapline.server.http.HttpAnswer;
import java.nio.charset.StandardCharsets;
import org.springframework.web.util.HtmlUtils;

/**
 * What a browser gets with its new session. Not a redirect: a browser that comes from another
 * site's page is still that site's guest, and the browser would keep the new cookie from the page
 * behind it.
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
