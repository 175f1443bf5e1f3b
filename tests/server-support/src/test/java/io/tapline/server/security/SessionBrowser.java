package io.tapline.server.security;

import io.tapline.server.testing.HttpApi;
import io.tapline.server.testing.HttpReply;
import java.net.HttpCookie;
import java.net.URI;
import java.util.Map;

/** As much of a browser as a login needs: it keeps the session's cookie and the CSRF token. */
public final class SessionBrowser {

  private final HttpApi plain;
  private final String cookie;
  private final String csrf;

  private SessionBrowser(HttpApi plain, String cookie, String csrf) {
    this.plain = plain;
    this.cookie = cookie;
    this.csrf = csrf;
  }

  public static SessionBrowser login(URI server, String token) {
    var api = new HttpApi(server, null);
    var reply = api.post("/login", Map.of("token", token));
    return new SessionBrowser(api, cookie(reply), reply.ok().path("csrf_token").asString());
  }

  /** The name and value that a browser would send back. */
  static String cookie(HttpReply reply) {
    var cookie = HttpCookie.parse(reply.header("Set-Cookie")).get(0);
    return cookie.getName() + "=" + cookie.getValue();
  }

  String cookie() {
    return cookie;
  }

  String csrf() {
    return csrf;
  }

  /** A page of the server's own. */
  public HttpApi page() {
    return bare().with(CsrfToken.HEADER, csrf);
  }

  /** Whatever makes the browser send something: the cookie goes along, the rest does not. */
  HttpApi bare() {
    return plain.with("Cookie", cookie);
  }

  /** This browser at another server of the same database. */
  HttpApi page(URI another) {
    return new HttpApi(another, null).with("Cookie", cookie).with(CsrfToken.HEADER, csrf);
  }
}
