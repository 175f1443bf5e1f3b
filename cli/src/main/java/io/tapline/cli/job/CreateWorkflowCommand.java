package io.tapline.cli.job;

import io.tapline.cli.base.ExitCode;
import io.tapline.cli.connect.InputDocuments;
import io.tapline.cli.connect.ServerSession;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code tapline workflows create}. */
@Command(
    name = "create",
    description = "Makes a workflow from a YAML or JSON file: all of its jobs, or nothing.",
    footer = {"%nExample:", "  tapline workflows create pipeline.yaml"})
public final class CreateWorkflowCommand extends WorkflowAct {

  @Parameters(
      paramLabel = "FILE",
      description = "workflow_kind, generator, and jobs with names and after.")
  private String file;

  @Override
  protected ExitCode run(ServerSession session) {
    return done(session, "", InputDocuments.file(here().directory().resolve(file)));
  }
}
