package io.tapline.server.security;

import io.tapline.server.http.HttpAnswer;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Why a person who came by a link did not come in; the sign-in page has the words for each. */
enum SignInProblem {
  /** The one-time link is used up or too old. */
  LINK,
  /** Begun in another browser, or too long ago. */
  STALE,
  /** The identity provider, or the person there, said no. */
  DENIED,
  /** The identity provider cannot be asked now. */
  UNAVAILABLE,
  /** What it vouches for is nothing that is known here. */
  UNKNOWN,
  /** A person of a tenant, without any role. */
  NO_ROLE,
  /** Too many attempts failed from this address. */
  LIMITED;

  /** To the page where the other ways in are. */
  HttpAnswer page(LocalPath next, String... cookies) {
    var more = next.path().equals("/") ? "" : "&next=" + encode(next.path());
    var word = name().toLowerCase(Locale.ROOT).replace('_', '-');
    return HttpAnswer.seeOther(URI.create("/sign-in?problem=" + word + more)).cookies(cookies);
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
