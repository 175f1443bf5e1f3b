package io.tapline.cli.job;

import io.tapline.cli.act.ActCommand;
import io.tapline.cli.base.ExitCode;
import io.tapline.cli.connect.ServerSession;
import tools.jackson.databind.node.ObjectNode;

/** A command that changes a workflow and then shows it. */
abstract class WorkflowAct extends ActCommand {

  protected final ExitCode done(ServerSession session, String path, ObjectNode body) {
    var answer = post(session, "/api/v1/workflows" + path, body);
    if (session.printer().json()) {
      session.printer().document(answer);
    } else {
      WorkflowFacts.print(answer.path("workflow"), session.printer());
    }
    return ExitCode.OK;
  }
}
