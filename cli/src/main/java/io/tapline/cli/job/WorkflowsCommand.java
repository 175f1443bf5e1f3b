package io.tapline.cli.job;

import io.tapline.cli.base.CommandFailed;
import io.tapline.cli.base.HelpOption;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code tapline workflows}: jobs that depend on each other. */
@Command(
    name = "workflows",
    description = "Lists, shows, makes and cancels workflows: jobs that depend on each other.",
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
        "Say what to do: list, show, create or cancel; see tapline workflows --help");
  }
}
