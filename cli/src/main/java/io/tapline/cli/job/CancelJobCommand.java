package io.tapline.cli.job;

import io.tapline.cli.Exit;
import io.tapline.cli.connect.Documents;
import io.tapline.cli.connect.Session;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tapline jobs cancel}. */
@Command(
    name = "cancel",
    description = "Cancels a job that is not needed any more.",
    footer = {"%nExample:", "  tapline jobs cancel Z-TK-1A --reason 'order withdrawn'"})
public final class CancelJobCommand extends JobAct {

  @Parameters(paramLabel = "JOB", description = "Its id.")
  private String job;

  @Option(
      names = "--reason",
      paramLabel = "TEXT",
      required = true,
      description = "Why, for the evidence.")
  private String reason;

  @Override
  protected Exit run(Session session) {
    return done(session, "cancel", Documents.object().put("job_id", job).put("reason", reason));
  }
}
