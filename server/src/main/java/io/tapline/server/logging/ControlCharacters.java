package io.tapline.server.logging;

/**
 * Characters that a terminal obeys, or that a reader takes for the end of a line: the controls of
 * C0 and C1, and the line and paragraph separators of Unicode. Clients choose keys, so log lines
 * contain none of them.
 */
final class ControlCharacters {

  private ControlCharacters() {}

  static boolean is(char c) {
    return Character.isISOControl(c) || c == '\u2028' || c == '\u2029';
  }

  /** Each one written as in JSON; the text is printed JSON, or goes between quotation marks. */
  static String escaped(String text) {
    StringBuilder escaped = null;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (is(c) && escaped == null) {
        escaped = new StringBuilder(text.length() + 16).append(text, 0, i);
      }
      if (escaped != null) {
        escaped.append(is(c) ? String.format("\\u%04x", (int) c) : String.valueOf(c));
      }
    }
    return escaped == null ? text : escaped.toString();
  }

  /** The lines of a stack trace stay lines; the messages in them are not trusted either. */
  static String escapedLines(String trace) {
    var escaped = new StringBuilder(trace.length());
    for (int i = 0; i < trace.length(); i++) {
      char c = trace.charAt(i);
      escaped.append(is(c) && c != '\n' && c != '\t' ? '?' : c);
    }
    return escaped.toString();
  }
}
