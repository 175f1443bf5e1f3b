package io.tapline.bench.report;

/** Short forms of large numbers. */
public final class ShortNumber {

  private static final int THOUSAND = 1_000;

  private ShortNumber() {}

  /** Returns {@code 800}, {@code 100 k} or {@code 1 M}, if the short form is exact. */
  public static String text(int number) {
    if (number == 0 || number % THOUSAND != 0) {
      return Integer.toString(number);
    }
    int thousands = number / THOUSAND;
    return thousands % THOUSAND == 0 ? thousands / THOUSAND + " M" : thousands + " k";
  }
}
