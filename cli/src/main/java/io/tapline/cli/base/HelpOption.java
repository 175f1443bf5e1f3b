package io.tapline.cli.base;

import picocli.CommandLine.Option;

/** Every command explains itself. */
public final class HelpOption {

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      order = 1000,
      description = "Show this and exit.")
  private boolean help;
}
