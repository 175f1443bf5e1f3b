package io.tapline.demo;

import java.util.List;
import java.util.Random;

/** Random values from a fixed seed, so that the lab is the same every time. */
final class SeededRandom {

  private static final long SEED = 20_260_101;

  private final Random random = new Random(SEED);

  boolean happens(double probability) {
    return random.nextDouble() < probability;
  }

  double between(double least, double most) {
    return least + random.nextDouble() * (most - least);
  }

  int upTo(int most) {
    return 1 + random.nextInt(most);
  }

  <T> T oneOf(List<T> all) {
    return all.get(random.nextInt(all.size()));
  }

  /** A measurement with one decimal, as an instrument shows it. */
  double measured(double least, double most) {
    return Math.round(between(least, most) * 10) / 10.0;
  }
}
