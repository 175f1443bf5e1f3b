package io.tapline.server.security;

import io.tapline.server.http.HttpAnswer;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Reasons for a failed sign-in in the browser; the sign-in page contains the text for each. */
enum SignInProblem {
  /** The one-time link is used or has expired. */
  LINK,
  /** The sign-in began in another browser, or too long ago. */
  STALE,
  /** The identity provider, or the person there, refused. */
  DENIED,
  /** The identity provider is unreachable. */
  UNAVAILABLE,
  /** The verified identity belongs to no tenant here. */
  UNKNOWN,
  /** The person has a tenant but no role. */
  NO_ROLE,
  /** Too many attempts from this address failed. */
  LIMITED;

  /** Redirects to the sign-in page. */
  HttpAnswer page(LocalPath next, String... cookies) {
    var more = next.path().equals("/") ? "" : "&next=" + encode(next.path());
    var word = name().toLowerCase(Locale.ROOT).replace('_', '-');
    return HttpAnswer.seeOther(URI.create("/sign-in?problem=" + word + more)).cookies(cookies);
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
