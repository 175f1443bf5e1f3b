package io.tapline.cli.subscription;

import io.tapline.cli.Exit;
import io.tapline.cli.act.ActCommand;
import io.tapline.cli.connect.Session;
import io.tapline.cli.print.Facts;
import io.tapline.cli.print.Field;
import tools.jackson.databind.JsonNode;

/** A command that changes a subscription and shows what became of it. */
abstract class SubscriptionAct extends ActCommand {

  static Exit subscribed(Session session, JsonNode answer) {
    return show(
        session,
        answer,
        new Facts()
            .add("subscription", Field.text(answer, "subscription_id"))
            .state("status", Field.text(answer, "status"))
            .add("replayed", answer.path("replayed").asBoolean() ? "yes" : Field.NONE));
  }
}
