package io.tapline.server.tasks;

/**
 * The length of a regular expression with its counted repetitions expanded, which determines the
 * cost of compiling and matching. {@code (a{100}){100}} has fourteen characters and costs ten
 * thousand.
 */
final class PatternSize {

  private static final long MOST = 1L << 40;

  private final String regex;
  private int at;

  PatternSize(String regex) {
    this.regex = regex;
  }

  long count() {
    long all = 0;
    while (at < regex.length()) {
      // The compiler refuses the surplus bracket.
      all += sequence() + 1;
      at++;
    }
    return all;
  }

  /** Reads up to the end of the group. */
  private long sequence() {
    long all = 0;
    while (at < regex.length() && regex.charAt(at) != ')') {
      all = Math.min(MOST, all + item() * times());
    }
    return all;
  }

  private long item() {
    char c = regex.charAt(at++);
    if (c == '(') {
      long inside = 2 + sequence();
      at++;
      return inside;
    }
    if (c == '[') {
      skipClass();
    } else if (c == '\\') {
      at++;
    }
    return 1;
  }

  private void skipClass() {
    // A bracket at the beginning is a literal.
    at += at < regex.length() && regex.charAt(at) == '^' ? 2 : 1;
    while (at < regex.length() && regex.charAt(at) != ']') {
      at += regex.charAt(at) == '\\' ? 2 : 1;
    }
    at++;
  }

  /** The largest number of a repetition in braces; 1 without one. */
  private long times() {
    if (at >= regex.length() || regex.charAt(at) != '{') {
      return 1;
    }
    int end = regex.indexOf('}', at);
    if (end < 0) {
      return 1;
    }
    long most = 1;
    for (var number : regex.substring(at + 1, end).split(",")) {
      if (number.matches("[0-9]{1,9}")) {
        most = Math.max(most, Long.parseLong(number));
      }
    }
    return most;
  }
}
