package io.tapline.cli.job;

import io.tapline.cli.base.CommandFailed;
import io.tapline.cli.base.HelpOption;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code tapline workflows}: jobs that depend on each other. */
@Command(
    name = "workflows",
    description = "Lists, shows, creates and cancels workflows of dependent jobs.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      ListWorkflowsCommand.class,
      ShowWorkflowCommand.class,
      CreateWorkflowCommand.class,
      CancelWorkflowCommand.class
    },
    footer = {"%nExample:", "  tapline workflows list"})
public final class WorkflowsCommand implements Runnable {

  @Mixin private HelpOption help;

  @Override
  public void run() {
    throw CommandFailed.usage(
        "Give a command: list, show, create or cancel; see tapline workflows --help");
  }
}
