package io.tapline.bench.chaos;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Random;

/**
 * Which fault comes next in a lane, when, where and for how long. The same seed gives the same
 * faults in the same order; every kind comes once before any comes twice.
 */
final class FaultPlan {

  private static final int LEAST_PAUSE_MILLIS = 1_000;
  private static final int MORE_PAUSE_MILLIS = 4_000;
  private static final int LEAST_MILLIS = 1_000;
  private static final int MORE_MILLIS = 9_000;

  /**
   * @param pauseMillis quiet before it
   * @param target any number; which server or process it meets is its remainder
   * @param millis how long it lasts, where it lasts
   */
  record Fault(FaultKind kind, long pauseMillis, int target, long millis) {}

  private final Random random;
  private final List<FaultKind> kinds;
  private final Deque<FaultKind> bag = new ArrayDeque<>();

  FaultPlan(long seed, FaultKind.Lane lane, Collection<FaultKind> wanted) {
    random = new Random(seed * 31 + lane.ordinal());
    kinds = wanted.stream().filter(kind -> kind.lane() == lane).sorted().toList();
  }

  boolean isEmpty() {
    return kinds.isEmpty();
  }

  Fault next() {
    if (bag.isEmpty()) {
      var shuffled = new ArrayList<>(kinds);
      Collections.shuffle(shuffled, random);
      bag.addAll(shuffled);
    }
    return new Fault(
        bag.removeFirst(),
        LEAST_PAUSE_MILLIS + random.nextInt(MORE_PAUSE_MILLIS),
        random.nextInt(Integer.MAX_VALUE),
        LEAST_MILLIS + random.nextInt(MORE_MILLIS));
  }
}
