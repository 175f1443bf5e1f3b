package io.tapline.cli.webhook;

import io.tapline.cli.act.ActCommand;
import io.tapline.cli.base.ExitCode;
import io.tapline.cli.connect.InputDocuments;
import io.tapline.cli.connect.ServerSession;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code tapline webhooks create}. */
@Command(
    name = "create",
    description = "Creates a webhook, which sends new events with a signature to a URL.",
    footer = {
      "%nExample:",
      "  tapline webhooks create LIMS --to https://192.0.2.1/in --secret-file lims.key"
    })
public final class CreateWebhookCommand extends ActCommand {

  @Parameters(paramLabel = "NAME", description = "The name of the webhook.")
  private String name;

  @Mixin private WebhookOptions options;

  @Override
  protected ExitCode run(ServerSession session) {
    if (!options.complete()) {
      throw wrong("give the URL with --to and the secret with --secret-file");
    }
    var body = options.into(InputDocuments.object().put("name", name), here());
    return WebhookFacts.print(session, post(session, WebhookFacts.PATH, body));
  }
}
