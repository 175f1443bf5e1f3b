package io.tapline.server.tasks;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import com.networknt.schema.regex.RegularExpression;
import com.networknt.schema.regex.RegularExpressionFactory;

/**
 * Regular expressions of schemas that come from clients: matched in time proportional to the text.
 * With the JDK's own, {@code ^(a+)+\1$} takes twice as long for every further character. Back
 * references and look-arounds cannot be had that way, and are refused.
 */
final class LinearPatterns implements RegularExpressionFactory {

  /** Of a pattern once its repetitions are written out, in characters. */
  static final int MOST = 10_000;

  /** A step of a check costs about as much as so many characters of pattern times text. */
  private static final int PER_STEP = 16;

  @Override
  public RegularExpression getRegularExpression(String regex) {
    long size = new PatternSize(regex).count();
    if (size > MOST) {
      throw new IllegalArgumentException(
          "pattern: is longer than " + MOST + " characters once its repetitions are written out");
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
          "pattern: "
              + e.getDescription()
              + "; back references and look-arounds cannot be used here",
          e);
    }
  }
}
