package io.tapline.bench.chaos;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Random;

/**
 * Selects the next fault of a lane, with its time, target and duration. The same seed gives the
 * same faults in the same order; every kind occurs once before any occurs twice.
 */
final class FaultPlan {

  /** Ranges of pauses and durations, each as minimum and additional time. */
  private record Tempo(int leastPause, int morePause, int least, int more) {}

  private static final Tempo LONG = new Tempo(1_000, 4_000, 1_000, 9_000);
  private static final Tempo SHORT = new Tempo(300, 400, 600, 600);

  /**
   * @param pauseMillis pause before the fault
   * @param target any number; its remainder selects the server or process
   * @param millis duration, if the fault has one
   */
  record Fault(FaultKind kind, long pauseMillis, int target, long millis) {}

  private final Random random;
  private final List<FaultKind> kinds;
  private final Deque<FaultKind> bag = new ArrayDeque<>();
  private final boolean once;
  private final Tempo tempo;
  private int given;

  /**
   * @param once true: every kind occurs once, for a short time
   */
  FaultPlan(long seed, FaultKind.Lane lane, Collection<FaultKind> wanted, boolean once) {
    this.once = once;
    tempo = once ? SHORT : LONG;
    random = new Random(seed * 31 + lane.ordinal());
    kinds = wanted.stream().filter(kind -> kind.lane() == lane).sorted().toList();
  }

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
