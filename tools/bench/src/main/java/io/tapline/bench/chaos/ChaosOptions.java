package io.tapline.bench.chaos;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.util.Set;

/**
 * The size of a run.
 *
 * @param length time from the first fault to the last
 * @param once true: instead of that, every kind of fault occurs once, for a short time
 * @param kinds the faults to inject
 * @param workersEach HTTP workers in each of their processes
 * @param runtimeWorkers workers of the Java client, in one process; 0 for no such process
 */
@RecordBuilder
record ChaosOptions(
    Duration length,
    boolean once,
    long seed,
    Set<FaultKind> kinds,
    int servers,
    int workerProcesses,
    int workersEach,
    int runtimeWorkers,
    int clients) {

  boolean standby() {
    return kinds.contains(FaultKind.FAIL_OVER);
  }
}
