package io.tapline.cli.webhook;

import io.tapline.cli.act.ActCommand;
import io.tapline.cli.base.ExitCode;
import io.tapline.cli.connect.InputDocuments;
import io.tapline.cli.connect.ServerSession;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tapline webhooks update}. */
@Command(
    name = "update",
    description = "Changes or pauses a webhook; values whose options are omitted do not change.",
    footer = {
      "%nExamples:",
      "  tapline webhooks update Z-WH-1A --event job_succeeded,job_dead_lettered",
      "  tapline webhooks update Z-WH-1A --enabled=false --reason 'LIMS maintenance'"
    })
public final class UpdateWebhookCommand extends ActCommand {

  @Parameters(paramLabel = "WEBHOOK", description = "The EUID or name of the webhook.")
  private String webhook;

  @Option(names = "--name", paramLabel = "NAME", description = "The new name of the webhook.")
  private String name;

  @Mixin private WebhookOptions options;

  @Option(
      names = "--expected-revision",
      paramLabel = "N",
      description =
          "The revision that the webhook must have, otherwise the server refuses the change."
              + " Default: any revision.")
  private Long revision;

  @Override
  protected ExitCode run(ServerSession session) {
    var body = options.into(InputDocuments.object(), here());
    if (name != null) {
      body.put("name", name);
    }
    if (revision != null) {
      body.put("expected_revision", revision);
    }
    return WebhookFacts.print(
        session, post(session, WebhookFacts.path(session, webhook) + "/update", body));
  }
}
