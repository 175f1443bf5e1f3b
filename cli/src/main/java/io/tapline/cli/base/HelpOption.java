package io.tapline.cli.base;

import picocli.CommandLine.Option;

/** The help option of every command. */
public final class HelpOption {

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      order = 1000,
      description = "Shows this help and exits.")
  private boolean help;
}
