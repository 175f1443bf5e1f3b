package io.tapline.cli.webhook;

import io.tapline.cli.act.ActCommand;
import io.tapline.cli.act.ReasonOption;
import io.tapline.cli.base.ExitCode;
import io.tapline.cli.connect.ServerSession;
import io.tapline.cli.print.FactSheet;
import io.tapline.cli.print.FieldText;
import io.tapline.client.http.TaplineHttp;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code tapline webhooks redeliver}. */
@Command(
    name = "redeliver",
    description = "Sends an event again that the receiver of a webhook did not accept.",
    footer = {
      "%nExample:",
      "  tapline webhooks redeliver Z-WH-1A Z-WD-1A --reason 'their disk was full'"
    })
public final class RedeliverCommand extends ActCommand {

  @Parameters(index = "0", paramLabel = "WEBHOOK", description = "The EUID or name of the webhook.")
  private String webhook;

  @Parameters(
      index = "1",
      paramLabel = "DEAD_LETTER",
      description = "The EUID of the dead letter; tapline webhooks dead-letters lists them.")
  private String letter;

  @Mixin private ReasonOption why;

  @Override
  protected ExitCode run(ServerSession session) {
    var tried =
        post(
            session,
            WebhookFacts.path(session, webhook)
                + "/dead-letters/"
                + TaplineHttp.encode(letter)
                + "/redeliver",
            why.body());
    return show(
        session,
        tried,
        new FactSheet()
            .add("dead letter", FieldText.text(tried, "dead_letter_euid"))
            .state("status", FieldText.text(tried, "status"))
            .add("tries", FieldText.text(tried, "tries"))
            .add("last error", FieldText.text(tried, "last_error")));
  }
}
