package io.tapline.bench;

import picocli.CommandLine.ITypeConverter;

/** A whole number from 1 on. */
final class PositiveNumber implements ITypeConverter<Integer> {

  @Override
  public Integer convert(String text) {
    return NotNegative.parse(text, 1);
  }
}
