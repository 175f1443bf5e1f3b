package io.tapline.cli.webhook;

import io.tapline.cli.base.ExitCode;
import io.tapline.cli.connect.QueryParameters;
import io.tapline.cli.connect.ServerCommand;
import io.tapline.cli.connect.ServerSession;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code tapline webhooks show}. */
@Command(
    name = "show",
    description = "Shows one webhook without its secret.",
    footer = {"%nExample:", "  tapline webhooks show Z-WH-1A"})
public final class ShowWebhookCommand extends ServerCommand {

  @Parameters(paramLabel = "WEBHOOK", description = "The EUID or name of the webhook.")
  private String webhook;

  @Override
  protected ExitCode run(ServerSession session) {
    return WebhookFacts.print(
        session, session.get(WebhookFacts.path(session, webhook), new QueryParameters()));
  }
}
