package io.tapline.bench.peers;

/**
 * The sizes of a comparison.
 *
 * @param jobs backlog of each round
 * @param warmUp jobs of a round of each contender that does not count, because the JVM compiles
 *     during the run; 0 for none
 * @param warmUpSeconds maximum duration of the warm-up, and of the warm-up of a server that is
 *     started for a round
 * @param mostSeconds maximum duration of one backlog: a contender whose warm-up was too slow for
 *     that gets a smaller backlog
 * @param pacedSeconds duration of the load at half of the peak rate; 0 for none
 */
public record PeerPlan(
    int jobs, int rounds, int warmUp, int warmUpSeconds, int mostSeconds, int pacedSeconds) {

  /** Backlogs are multiples of this number where possible. */
  private static final int STEP = 1_000;

  /** The backlog of a contender with this rate in the warm-up. */
  int backlog(double jobsPerSecond) {
    int steps = (int) (jobsPerSecond * mostSeconds / STEP);
    return Math.min(jobs, Math.max(1, steps) * STEP);
  }

  /**
   * Number of jobs that a server does before the round for which it was started.
   *
   * @param done jobs of the contender so far: a permanent process is as warm as that
   * @param jobsPerSecond last measured rate of the contender
   */
  int serverWarmUp(int done, double jobsPerSecond) {
    return (int) Math.min(done, Math.ceil(jobsPerSecond * warmUpSeconds));
  }

  /** Number of jobs of a round at half of the peak rate, in addition to its backlog. */
  int pacedJobs(RoundMeasurement round) {
    return round.paced() == null ? 0 : (int) (round.paced().jobsPerSecond() * pacedSeconds);
  }
}
