package io.tapline.bench.peers;

/**
 * How much is measured.
 *
 * @param jobs in the backlog of each round
 * @param warmUp in a round of each contender that does not count, because the JVM compiles as it
 *     goes; 0 is none
 * @param warmUpSeconds the warm-up ends after so long, and so does that of a server that is started
 *     anew for a round
 * @param mostSeconds for one backlog: a contender that is too slow for that, going by its warm-up,
 *     gets a smaller one
 * @param pacedSeconds how long jobs come at half of the peak rate; 0 leaves that out
 */
public record PeerPlan(
    int jobs, int rounds, int warmUp, int warmUpSeconds, int mostSeconds, int pacedSeconds) {

  /** Backlogs are whole thousands where they can be. */
  private static final int STEP = 1_000;

  /** For one that did so many per second when it warmed up. */
  int backlog(double jobsPerSecond) {
    int steps = (int) (jobsPerSecond * mostSeconds / STEP);
    return Math.min(jobs, Math.max(1, steps) * STEP);
  }

  /**
   * How many a server does before the round that it was started for.
   *
   * @param done by the contender so far: those whose process lives on are as warm as that
   * @param jobsPerSecond of the contender when it was last measured
   */
  int serverWarmUp(int done, double jobsPerSecond) {
    return (int) Math.min(done, Math.ceil(jobsPerSecond * warmUpSeconds));
  }

  /** How many came at half of the peak rate in a round, beside its backlog. */
  int pacedJobs(RoundMeasurement round) {
    return round.paced() == null ? 0 : (int) (round.paced().jobsPerSecond() * pacedSeconds);
  }
}
