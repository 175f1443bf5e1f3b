package io.tapline.cli.job;

import io.tapline.cli.Exit;
import io.tapline.cli.ServerCommand;
import io.tapline.cli.connect.Query;
import io.tapline.cli.connect.Session;
import io.tapline.client.TaplineHttp;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code tapline workflows show}. */
@Command(
    name = "show",
    description = "Shows a workflow with its jobs, and which waits for which.",
    footer = {"%nExample:", "  tapline workflows show Z-WF-1A"})
public final class ShowWorkflowCommand extends ServerCommand {

  @Parameters(paramLabel = "WORKFLOW", description = "Its id; tapline workflows list shows them.")
  private String workflow;

  @Override
  protected Exit run(Session session) {
    var view = session.get("/api/v1/workflows/" + TaplineHttp.encode(workflow), new Query());
    if (session.printer().json()) {
      session.printer().document(view);
    } else {
      WorkflowFacts.print(view, session.printer());
    }
    return Exit.OK;
  }
}
