package io.tapline.server.logging;

/**
 * Characters that control a terminal or end a line: C0 and C1 controls, and the line and paragraph
 * separators of Unicode. Clients choose keys, so log lines contain none of these characters.
 */
final class ControlCharacters {

  private ControlCharacters() {}

  static boolean is(char c) {
    return Character.isISOControl(c) || c == '\u2028' || c == '\u2029';
  }

  /** Escapes each one as in JSON; the text is printed JSON, or is put between quotation marks. */
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

  /** Keeps the line breaks of a stack trace; the messages in it are not trusted either. */
  static String escapedLines(String trace) {
    var escaped = new StringBuilder(trace.length());
    for (int i = 0; i < trace.length(); i++) {
      char c = trace.charAt(i);
      escaped.append(is(c) && c != '\n' && c != '\t' ? '?' : c);
    }
    return escaped.toString();
  }
}
