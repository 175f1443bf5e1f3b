package io.tapline.bench.peers;

import io.soabase.recordbuilder.core.RecordBuilder;
import io.tapline.bench.host.CpuTime;

/**
 * The figures of one round of one contender. WAL, commits and dead tuples are per completed job.
 *
 * @param indexEntriesPerJob B-tree entries; null when the log of the round was gone
 * @param cpuMicrosPerJob null if the system does not provide it
 * @param paced null if it was not measured
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

  /** The median time from due to done, at half of the peak rate; null if it was not measured. */
  public Double pacedMillis() {
    return paced == null ? null : paced.millis().p50();
  }
}
