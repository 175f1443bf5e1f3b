package io.tapline.cli.job;

import io.tapline.cli.base.CommandFailed;
import io.tapline.cli.base.HelpOption;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code tapline kinds}: kinds of jobs. */
@Command(
    name = "kinds",
    description = "Lists kinds of jobs with the numbers of their jobs, and creates kinds.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {ListKindsCommand.class, CreateKindCommand.class},
    footer = {"%nExample:", "  tapline kinds list"})
public final class KindsCommand implements Runnable {

  @Mixin private HelpOption help;

  @Override
  public void run() {
    throw CommandFailed.usage("Give a command: list or create; see tapline kinds --help");
  }
}
