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
    description = "Sends events to an address outside, signed, from now on.",
    footer = {
      "%nExample:",
      "  tapline webhooks create LIMS --to https://192.0.2.1/in --secret-file lims.key"
    })
public final class CreateWebhookCommand extends ActCommand {

  @Parameters(paramLabel = "NAME", description = "What people call it.")
  private String name;

  @Mixin private WebhookOptions options;

  @Override
  protected ExitCode run(ServerSession session) {
    if (!options.complete()) {
      throw wrong("say where events go with --to, and what they are signed with: --secret-file");
    }
    var body = options.into(InputDocuments.object().put("name", name), here());
    return WebhookFacts.print(session, post(session, WebhookFacts.PATH, body));
  }
}
