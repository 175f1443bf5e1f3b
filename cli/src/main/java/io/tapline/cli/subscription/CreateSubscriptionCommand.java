package io.tapline.cli.subscription;

import io.tapline.cli.base.ExitCode;
import io.tapline.cli.connect.InputDocuments;
import io.tapline.cli.connect.ServerSession;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code tapline subscriptions create}. */
@Command(
    name = "create",
    description = "Creates a subscription from a YAML or JSON file. Requires an administrator.",
    footer = {"%nExample:", "  tapline subscriptions create follow-up.yaml"})
public final class CreateSubscriptionCommand extends SubscriptionAct {

  @Parameters(
      paramLabel = "FILE",
      description =
          "The file with the fields name, event_type, filter, job and reason, as in /docs.")
  private String file;

  @Override
  protected ExitCode run(ServerSession session) {
    var body = InputDocuments.file(here().directory().resolve(file));
    return subscribed(session, post(session, SubscriptionsCommand.PATH, body));
  }
}
