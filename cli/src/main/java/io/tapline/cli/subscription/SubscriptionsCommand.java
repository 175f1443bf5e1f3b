package io.tapline.cli.subscription;

import io.tapline.cli.base.CommandFailed;
import io.tapline.cli.base.HelpOption;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code tapline subscriptions}: jobs that events create. */
@Command(
    name = "subscriptions",
    description = "Lists, creates and retires subscriptions, which create jobs from events.",
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
        "Give a command: list, create or retire; see tapline subscriptions --help");
  }
}
