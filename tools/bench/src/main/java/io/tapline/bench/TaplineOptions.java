package io.tapline.bench;

import picocli.CommandLine.Option;

/** The options of every run: the settings of Tapline, and help. */
final class TaplineOptions {

  @Option(names = "--help", usageHelp = true, description = "this")
  private boolean help;

  @Option(
      names = "--threads",
      defaultValue = "2",
      converter = PositiveNumber.class,
      description = "of Tapline, each a worker of its own")
  private int threads;

  @Option(
      names = "--batch",
      defaultValue = "100",
      converter = PositiveNumber.class,
      description = "most that Tapline claims and completes at once")
  private int batch;

  int threads() {
    return threads;
  }

  int batch() {
    return batch;
  }

  @Override
  public String toString() {
    return "--threads " + threads + " --batch " + batch;
  }
}
