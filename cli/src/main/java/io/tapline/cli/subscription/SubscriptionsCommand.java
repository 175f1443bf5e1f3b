package io.tapline.cli.subscription;

import io.tapline.cli.base.CommandFailed;
import io.tapline.cli.base.HelpOption;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code tapline subscriptions}: jobs that events create. */
@Command(
    name = "subscriptions",
    description = "Lists, makes and retires subscriptions, which turn each event into a job.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      ListSubscriptionsCommand.class,
      CreateSubscriptionCommand.class,
      RetireSubscriptionCommand.class
    },
    footer = {"%nExample:", "  tapline subscriptions list"})
public final class SubscriptionsCommand implements Runnable {

  static final String PATH = "/api/v1/jobs/subscriptions";

  @Mixin private HelpOption help;

  @Override
  public void run() {
    throw CommandFailed.usage(
        "Say what to do: list, create or retire; see tapline subscriptions --help");
  }
}
