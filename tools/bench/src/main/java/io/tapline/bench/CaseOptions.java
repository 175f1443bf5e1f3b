package io.tapline.bench;

import io.tapline.bench.contender.ContenderLineup;
import io.tapline.bench.peers.PeerCase;
import picocli.CommandLine.Option;

/** Options of Tapline and of its peers in the two cases; and help. */
final class CaseOptions {

  @Option(names = "--help", usageHelp = true, description = "this")
  private boolean help;

  @Option(
      names = "--single-threads",
      defaultValue = "16",
      converter = PositiveNumber.class,
      description = "single case: of everyone, each a worker that takes one job at a time")
  private int singleThreads;

  @Option(
      names = "--threads",
      defaultValue = "2",
      converter = PositiveNumber.class,
      description = "batch case: of Tapline, each a worker of its own")
  private int threads;

  @Option(
      names = "--batch",
      defaultValue = "100",
      converter = PositiveNumber.class,
      description = "batch case: most that Tapline claims and completes at once")
  private int batch;

  int singleThreads() {
    return singleThreads;
  }

  int threads() {
    return threads;
  }

  int batch() {
    return batch;
  }

  PeerCase single(ContenderLineup lineup) {
    return PeerCase.single(singleThreads, lineup);
  }

  /** All contenders that need no Node.js. */
  ContenderLineup singleLineup() {
    return ContenderLineup.single(singleThreads);
  }

  PeerCase batch(ContenderLineup lineup) {
    return PeerCase.batch(threads, batch, lineup);
  }

  /** All contenders that need no Node.js. */
  ContenderLineup batchLineup() {
    return ContenderLineup.batch(threads, batch);
  }

  @Override
  public String toString() {
    return "--single-threads %d --threads %d --batch %d".formatted(singleThreads, threads, batch);
  }
}
