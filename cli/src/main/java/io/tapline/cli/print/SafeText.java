package io.tapline.cli.print;

/** Text from elsewhere, made safe for a terminal. */
public final class SafeText {

  private SafeText() {}

  /** On one line, without control characters: a subject's name must not move anyone's cursor. */
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

  /** Marks that turn the direction of writing can make a line read as something else. */
  private static boolean isDirection(int c) {
    return c >= 0x202A && c <= 0x202E || c >= 0x2066 && c <= 0x2069;
  }
}
