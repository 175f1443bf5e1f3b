package io.tapline.server.tasks;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import com.networknt.schema.regex.RegularExpression;
import com.networknt.schema.regex.RegularExpressionFactory;

/**
 * Regular expressions in schemas of clients, matched in time proportional to the text. With those
 * of the JDK, {@code ^(a+)+\1$} takes twice as long for every additional character. Back references
 * and look-arounds are not possible in linear time, and are refused.
 */
final class LinearPatterns implements RegularExpressionFactory {

  /** Longest pattern in characters, with its repetitions expanded. */
  static final int MOST = 10_000;

  /** Number of characters of pattern times text that cost about as much as one step of a check. */
  private static final int PER_STEP = 16;

  @Override
  public RegularExpression getRegularExpression(String regex) {
    long size = new PatternSize(regex).count();
    if (size > MOST) {
      throw new IllegalArgumentException(
          "pattern: is longer than "
              + MOST
              + " characters after the expansion of its"
              + " repetitions");
    }
    var pattern = compile(regex);
    return text -> {
      SchemaBudget.charge(1 + size * text.length() / PER_STEP);
      return pattern.matcher(text).find();
    };
  }

  private static Pattern compile(String regex) {
    try {
      return Pattern.compile(regex);
    } catch (PatternSyntaxException e) {
      throw new IllegalArgumentException(
          "pattern: " + e.getDescription() + "; back references and look-arounds are not supported",
          e);
    }
  }
}
