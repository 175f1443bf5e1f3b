package io.tapline.bench.peers;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.bench.host.CpuTime;

/**
 * What one round of one contender came to. WAL, commits and dead tuples are per job worked off.
 *
 * @param indexEntriesPerJob of B-trees; null when the log of the round was gone
 * @param cpuMicrosPerJob null where the system does not tell
 * @param paced null when that was left out
 */
@RecordBuilder
public record RoundMeasurement(
    String contender,
    int round,
    int jobs,
    double enqueuedPerSecond,
    double jobsPerSecond,
    double walBytesPerJob,
    double commitsPerJob,
    Double indexEntriesPerJob,
    double deadTuplesPerJob,
    CpuTime cpuMicrosPerJob,
    PacedRun.Outcome paced) {

  /** From due to done, at half of the rate. */
  public double pacedMillis() {
    return paced.millis().p50();
  }
}
