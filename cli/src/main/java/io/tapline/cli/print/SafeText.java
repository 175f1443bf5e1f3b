package io.tapline.cli.print;

/** Makes foreign text safe for a terminal. */
public final class SafeText {

  private SafeText() {}

  /** One line without control characters, because a name must not move the cursor. */
  public static String oneLine(String text) {
    var safe = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            c -> {
              if (Character.isWhitespace(c)) {
                safe.append(' ');
              } else if (Character.isISOControl(c) || isDirection(c)) {
                safe.append('\ufffd');
              } else {
                safe.appendCodePoint(c);
              }
            });
    return safe.toString().strip();
  }

  /** Bidirectional marks can make a line read differently from its characters. */
  private static boolean isDirection(int c) {
    return c >= 0x202A && c <= 0x202E || c >= 0x2066 && c <= 0x2069;
  }
}
