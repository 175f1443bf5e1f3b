package io.tapline.bench.report;

/** Large numbers in few letters. */
public final class ShortNumber {

  private static final int THOUSAND = 1_000;

  private ShortNumber() {}

  /** Such as {@code 800}, {@code 100 k} or {@code 1 M}, where that loses nothing. */
  public static String text(int number) {
    if (number == 0 || number % THOUSAND != 0) {
      return Integer.toString(number);
    }
    int thousands = number / THOUSAND;
    return thousands % THOUSAND == 0 ? thousands / THOUSAND + " M" : thousands + " k";
  }
}
