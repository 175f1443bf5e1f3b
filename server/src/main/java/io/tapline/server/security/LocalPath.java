package io.tapline.server.security;

import java.util.regex.Pattern;

/** A screen of this server, and nothing that a browser could take for another host's address. */
record LocalPath(String path) {

  private static final int LONGEST = 1_000;

  /** One slash first; browsers take two, or a slash and a backslash, for the start of a host. */
  private static final Pattern SCREEN =
      Pattern.compile("/(?:[A-Za-z0-9._~%!$&()*+,;=:@?-][A-Za-z0-9._~%!$&()*+,;=:@/?-]*)?");

  private static final Pattern WAY_IN = Pattern.compile("/(?:login|sign-in)(?:[/?].*)?");

  private static final LocalPath HOME = new LocalPath("/");

  /** The start page for all that is no such path, and for the way in, which would lead round. */
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
