package io.tapline.cli.job;

import io.tapline.cli.base.CommandFailed;
import io.tapline.cli.base.HelpOption;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code tapline jobs}: jobs, and the switch that stops new ones. */
@Command(
    name = "jobs",
    description = "Lists, shows, enqueues and cancels jobs; shows and changes the kill switch.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      EnqueueJobCommand.class,
      ListJobsCommand.class,
      ShowJobCommand.class,
      CancelJobCommand.class,
      GiveUpJobCommand.class,
      DeadJobsCommand.class,
      SweepCommand.class,
      JobHealthCommand.class,
      SwitchCommand.class
    },
    footer = {"%nExample:", "  tapline jobs list --status dead_letter"})
public final class JobsCommand implements Runnable {

  @Mixin private HelpOption help;

  @Override
  public void run() {
    throw CommandFailed.usage(
        "Give a command: enqueue, list, show, cancel, give-up, dead-letters, sweep, health or"
            + " switch; see tapline jobs --help");
  }
}
