package io.tapline.cli.job;

import io.tapline.cli.base.ExitCode;
import io.tapline.cli.connect.InputDocuments;
import io.tapline.cli.connect.ServerSession;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code tapline workflows create}. */
@Command(
    name = "create",
    description =
        "Creates a workflow with all of its jobs from a YAML or JSON file, in one transaction.",
    footer = {"%nExample:", "  tapline workflows create pipeline.yaml"})
public final class CreateWorkflowCommand extends WorkflowAct {

  @Parameters(
      paramLabel = "FILE",
      description =
          "The file with workflow_kind, generator and jobs; after names the preceding jobs of a job.")
  private String file;

  @Override
  protected ExitCode run(ServerSession session) {
    return done(session, "", InputDocuments.file(here().directory().resolve(file)));
  }
}
