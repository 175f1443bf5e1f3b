package io.tapline.server.security;

import java.util.regex.Pattern;

/**
 * The path of a page of this server; a browser cannot interpret it as an address of another host.
 */
record LocalPath(String path) {

  private static final int LONGEST = 1_000;

  /** Exactly one leading slash; browsers interpret two, or a slash and a backslash, as a host. */
  private static final Pattern SCREEN =
      Pattern.compile("/(?:[A-Za-z0-9._~%!$&()*+,;=:@?-][A-Za-z0-9._~%!$&()*+,;=:@/?-]*)?");

  private static final Pattern WAY_IN = Pattern.compile("/(?:login|sign-in)(?:[/?].*)?");

  private static final LocalPath HOME = new LocalPath("/");

  /**
   * Any other text, and the sign-in page, which would redirect in a circle, become the start page.
   */
  static LocalPath of(String wanted) {
    return wanted != null
            && wanted.length() <= LONGEST
            && SCREEN.matcher(wanted).matches()
            && !WAY_IN.matcher(wanted).matches()
        ? new LocalPath(wanted)
        : HOME;
  }

  @Override
  public String toString() {
    return path;
  }
}
