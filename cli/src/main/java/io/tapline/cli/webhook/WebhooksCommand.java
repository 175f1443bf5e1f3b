package io.tapline.cli.webhook;

import io.tapline.cli.base.CommandFailed;
import io.tapline.cli.base.HelpOption;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code tapline webhooks}: receivers of events. */
@Command(
    name = "webhooks",
    description = "Lists, creates, changes and retires webhooks. Requires an administrator.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      ListWebhooksCommand.class,
      ShowWebhookCommand.class,
      CreateWebhookCommand.class,
      UpdateWebhookCommand.class,
      RetireWebhookCommand.class,
      WebhookLettersCommand.class,
      RedeliverCommand.class
    },
    footer = {"%nExample:", "  tapline webhooks list"})
public final class WebhooksCommand implements Runnable {

  @Mixin private HelpOption help;

  @Override
  public void run() {
    throw CommandFailed.usage(
        "Give a command: list, show, create, update, retire, dead-letters or redeliver; see tapline"
            + " webhooks --help");
  }
}
