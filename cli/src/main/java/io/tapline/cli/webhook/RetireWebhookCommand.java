package io.tapline.cli.webhook;

import io.tapline.cli.act.ActCommand;
import io.tapline.cli.act.ReasonOption;
import io.tapline.cli.base.ExitCode;
import io.tapline.cli.connect.ServerSession;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code tapline webhooks retire}. */
@Command(
    name = "retire",
    description = "Retires a webhook permanently; it sends no more events.",
    footer = {"%nExample:", "  tapline webhooks retire Z-WH-1A --reason 'the LIMS is gone'"})
public final class RetireWebhookCommand extends ActCommand {

  @Parameters(paramLabel = "WEBHOOK", description = "The EUID or name of the webhook.")
  private String webhook;

  @Mixin private ReasonOption why;

  @Override
  protected ExitCode run(ServerSession session) {
    return WebhookFacts.print(
        session, post(session, WebhookFacts.path(session, webhook) + "/retire", why.body()));
  }
}
