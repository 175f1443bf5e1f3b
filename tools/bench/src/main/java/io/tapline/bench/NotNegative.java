package io.tapline.bench;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A whole number from 0 on. */
final class NotNegative implements ITypeConverter<Integer> {

  @Override
  public Integer convert(String text) {
    return parse(text, 0);
  }

  static int parse(String text, int least) {
    try {
      int number = Integer.parseInt(text);
      if (number >= least) {
        return number;
      }
    } catch (NumberFormatException e) {
      // The error is thrown below.
    }
    throw new TypeConversionException("'" + text + "' is not a whole number from " + least + " on");
  }
}
