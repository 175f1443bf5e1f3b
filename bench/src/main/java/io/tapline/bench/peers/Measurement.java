package io.tapline.bench.peers;

import io.tapline.bench.host.Cpu;

/**
 * What one round of one contender came to. WAL, commits and dead tuples are per job worked off.
 *
 * @param cpuMicrosPerJob null where the system does not tell
 * @param paced null when that was left out
 */
public record Measurement(
    String contender,
    int round,
    int jobs,
    double enqueuedPerSecond,
    double jobsPerSecond,
    double walBytesPerJob,
    double commitsPerJob,
    double deadTuplesPerJob,
    Cpu cpuMicrosPerJob,
    Pace.Outcome paced) {

  /** From due to done, at half of the rate. */
  public double pacedMillis() {
    return paced.millis().p50();
  }
}
