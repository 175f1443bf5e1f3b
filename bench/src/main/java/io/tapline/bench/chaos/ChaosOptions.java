package io.tapline.bench.chaos;

import java.time.Duration;
import java.util.Set;

/**
 * How large a run is.
 *
 * @param length from the first fault to the last
 * @param kinds the faults that come
 */
record ChaosOptions(
    Duration length,
    long seed,
    Set<FaultKind> kinds,
    int servers,
    int workerProcesses,
    int workersEach,
    int clients) {

  boolean standby() {
    return kinds.contains(FaultKind.FAIL_OVER);
  }
}
