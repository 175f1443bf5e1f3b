package io.tapline.cli.queue;

import io.tapline.cli.base.CommandFailed;
import io.tapline.cli.base.HelpOption;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code tapline queue}: one queue's policy. */
@Command(
    name = "queue",
    description = "Shows, creates, changes and retires queues.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      ShowQueueCommand.class,
      CreateQueueCommand.class,
      UpdateQueueCommand.class,
      RetireQueueCommand.class
    },
    footer = {"%nExample:", "  tapline queue show extraction"})
public final class QueueCommand implements Runnable {

  @Mixin private HelpOption help;

  @Override
  public void run() {
    throw CommandFailed.usage(
        "Give a command: show, create, update or retire; see tapline queue --help");
  }
}
