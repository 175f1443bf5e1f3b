package io.tapline.cli.job;

import io.tapline.cli.base.ExitCode;
import io.tapline.cli.connect.QueryParameters;
import io.tapline.cli.connect.ServerCommand;
import io.tapline.cli.connect.ServerSession;
import io.tapline.client.http.TaplineHttp;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code tapline workflows show}. */
@Command(
    name = "show",
    description = "Shows a workflow with its jobs and their dependencies.",
    footer = {"%nExample:", "  tapline workflows show Z-WF-1A"})
public final class ShowWorkflowCommand extends ServerCommand {

  @Parameters(
      paramLabel = "WORKFLOW",
      description = "The id of the workflow; tapline workflows list prints the ids.")
  private String workflow;

  @Override
  protected ExitCode run(ServerSession session) {
    var view =
        session.get("/api/v1/workflows/" + TaplineHttp.encode(workflow), new QueryParameters());
    if (session.printer().json()) {
      session.printer().document(view);
    } else {
      WorkflowFacts.print(view, session.printer());
    }
    return ExitCode.OK;
  }
}
