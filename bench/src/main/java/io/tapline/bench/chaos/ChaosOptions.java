package io.tapline.bench.chaos;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.util.Set;

/**
 * How large a run is.
 *
 * @param length from the first fault to the last
 * @param once instead of that, every kind of fault comes once, and shortly
 * @param kinds the faults that come
 * @param workersEach that speak HTTP themselves, in each of their processes
 * @param runtimeWorkers of the Java client, in a process of their own; 0 for no such process
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
