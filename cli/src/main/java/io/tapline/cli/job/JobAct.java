package io.tapline.cli.job;

import io.tapline.cli.act.ActCommand;
import io.tapline.cli.base.ExitCode;
import io.tapline.cli.connect.ServerSession;
import tools.jackson.databind.node.ObjectNode;

/** A command that changes a job and then shows it. */
abstract class JobAct extends ActCommand {

  protected final ExitCode done(ServerSession session, String verb, ObjectNode body) {
    var answer = post(session, "/api/v1/jobs/" + verb, body);
    return show(
        session,
        answer,
        printer -> {
          printer.facts(JobFacts.of(answer.path("job")));
          if (answer.path("replayed").asBoolean()) {
            printer.remark(
                "An earlier command with the same key made this change; the current state is shown.");
          }
        });
  }
}
