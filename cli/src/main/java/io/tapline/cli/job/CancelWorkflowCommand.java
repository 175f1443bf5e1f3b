package io.tapline.cli.job;

import io.tapline.cli.act.ReasonOption;
import io.tapline.cli.base.ExitCode;
import io.tapline.cli.connect.ServerSession;
import io.tapline.client.http.TaplineHttp;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code tapline workflows cancel}. */
@Command(
    name = "cancel",
    description = "Cancels all unfinished jobs of a workflow.",
    footer = {"%nExample:", "  tapline workflows cancel Z-WF-1A --reason 'order withdrawn'"})
public final class CancelWorkflowCommand extends WorkflowAct {

  @Parameters(paramLabel = "WORKFLOW", description = "The id of the workflow.")
  private String workflow;

  @Mixin private ReasonOption why;

  @Override
  protected ExitCode run(ServerSession session) {
    return done(session, "/" + TaplineHttp.encode(workflow) + "/cancel", why.body());
  }
}
