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

  /** Pauses and faults last between the least of it and so much more. */
  private record Tempo(int leastPause, int morePause, int least, int more) {}

  private static final Tempo LONG = new Tempo(1_000, 4_000, 1_000, 9_000);
  private static final Tempo SHORT = new Tempo(300, 400, 600, 600);

  /**
   * @param pauseMillis quiet before it
   * @param target any number; which server or process it meets is its remainder
   * @param millis how long it lasts, where it lasts
   */
  record Fault(FaultKind kind, long pauseMillis, int target, long millis) {}

  private final Random random;
  private final List<FaultKind> kinds;
  private final Deque<FaultKind> bag = new ArrayDeque<>();
  private final boolean once;
  private final Tempo tempo;
  private int given;

  /**
   * @param once every kind comes once, and shortly
   */
  FaultPlan(long seed, FaultKind.Lane lane, Collection<FaultKind> wanted, boolean once) {
    this.once = once;
    tempo = once ? SHORT : LONG;
    random = new Random(seed * 31 + lane.ordinal());
    kinds = wanted.stream().filter(kind -> kind.lane() == lane).sorted().toList();
  }

  /** Whether there are no more. */
  boolean isEmpty() {
    return kinds.isEmpty() || once && given == kinds.size();
  }

  Fault next() {
    if (bag.isEmpty()) {
      var shuffled = new ArrayList<>(kinds);
      Collections.shuffle(shuffled, random);
      bag.addAll(shuffled);
    }
    given++;
    return new Fault(
        bag.removeFirst(),
        tempo.leastPause() + random.nextInt(tempo.morePause()),
        random.nextInt(Integer.MAX_VALUE),
        tempo.least() + random.nextInt(tempo.more()));
  }
}
