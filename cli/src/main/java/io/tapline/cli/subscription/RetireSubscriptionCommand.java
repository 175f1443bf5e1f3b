package io.tapline.cli.subscription;

import io.tapline.cli.act.ReasonOption;
import io.tapline.cli.base.ExitCode;
import io.tapline.cli.connect.ServerSession;
import io.tapline.client.http.TaplineHttp;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code tapline subscriptions retire}. */
@Command(
    name = "retire",
    description =
        "Retires a subscription and keeps the jobs that it created. Requires an administrator.",
    footer = {"%nExample:", "  tapline subscriptions retire Z-SX-1A --reason 'mails are not read'"})
public final class RetireSubscriptionCommand extends SubscriptionAct {

  @Parameters(
      paramLabel = "SUBSCRIPTION",
      description = "The EUID of the subscription; tapline subscriptions list prints the EUIDs.")
  private String subscription;

  @Mixin private ReasonOption why;

  @Override
  protected ExitCode run(ServerSession session) {
    var path = SubscriptionsCommand.PATH + "/" + TaplineHttp.encode(subscription) + "/retire";
    return subscribed(session, post(session, path, why.body()));
  }
}
