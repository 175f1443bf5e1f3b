package io.tapline.cli.subscription;

import io.tapline.cli.act.ActCommand;
import io.tapline.cli.base.ExitCode;
import io.tapline.cli.connect.ServerSession;
import io.tapline.cli.print.FactSheet;
import io.tapline.cli.print.FieldText;
import tools.jackson.databind.JsonNode;

/** A command that changes a subscription and shows the result. */
abstract class SubscriptionAct extends ActCommand {

  static ExitCode subscribed(ServerSession session, JsonNode answer) {
    return show(
        session,
        answer,
        new FactSheet()
            .add("subscription", FieldText.text(answer, "subscription_id"))
            .state("status", FieldText.text(answer, "status"))
            .add("replayed", answer.path("replayed").asBoolean() ? "yes" : FieldText.NONE));
  }
}
