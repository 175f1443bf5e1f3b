package io.tapline.bench;

import io.tapline.bench.peers.PeerPlan;
import picocli.CommandLine.Option;

/** The size and number of the rounds of each contender. */
final class RoundOptions {

  @Option(
      names = "--jobs",
      defaultValue = "20000",
      converter = PositiveNumber.class,
      description = "in the backlog of each round")
  private int jobs;

  @Option(
      names = "--warm-up",
      defaultValue = "20000",
      converter = NotNegative.class,
      description = "jobs in a round of each before those that count")
  private int warmUp;

  @Option(
      names = "--warm-up-seconds",
      defaultValue = "30",
      converter = PositiveNumber.class,
      description =
          "the most that this takes; a server that is started for a round does as many first, for"
              + " as long")
  private int warmUpSeconds;

  @Option(
      names = "--rounds",
      defaultValue = "3",
      converter = PositiveNumber.class,
      description = "of each contender")
  private int rounds;

  @Option(
      names = "--most-seconds",
      defaultValue = "20",
      converter = PositiveNumber.class,
      description =
          "for one backlog: a contender that is slower, going by the warm-up, gets a smaller one")
  private int mostSeconds;

  int jobs() {
    return jobs;
  }

  int warmUp() {
    return warmUp;
  }

  int warmUpSeconds() {
    return warmUpSeconds;
  }

  int rounds() {
    return rounds;
  }

  int mostSeconds() {
    return mostSeconds;
  }

  /**
   * @param pacedSeconds duration of the load at half of the peak rate; 0 for none
   */
  PeerPlan plan(int pacedSeconds) {
    return new PeerPlan(jobs, rounds, warmUp, warmUpSeconds, mostSeconds, pacedSeconds);
  }

  @Override
  public String toString() {
    return "--jobs %d --warm-up %d --warm-up-seconds %d --rounds %d --most-seconds %d"
        .formatted(jobs, warmUp, warmUpSeconds, rounds, mostSeconds);
  }
}
