package io.tapline.cli.job;

import io.tapline.cli.base.CommandFailed;
import io.tapline.cli.base.HelpOption;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code tapline kinds}: kinds of jobs. */
@Command(
    name = "kinds",
    description = "Lists kinds of jobs with counts of their jobs; creates one.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {ListKindsCommand.class, CreateKindCommand.class},
    footer = {"%nExample:", "  tapline kinds list"})
public final class KindsCommand implements Runnable {

  @Mixin private HelpOption help;

  @Override
  public void run() {
    throw CommandFailed.usage("Say what to do: list or create; see tapline kinds --help");
  }
}
