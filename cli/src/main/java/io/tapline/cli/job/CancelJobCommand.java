package io.tapline.cli.job;

import io.tapline.cli.Exit;
import io.tapline.cli.connect.Documents;
import io.tapline.cli.connect.NameLookup;
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

  @Parameters(paramLabel = "JOB", description = "Its id or name.")
  private String job;

  @Option(names = "--soft", description = "Ask the executor that has it to stop.")
  private boolean soft;

  @Option(
      names = "--reason",
      paramLabel = "TEXT",
      required = true,
      description = "Why, for the evidence.")
  private String reason;

  @Override
  protected Exit run(Session session) {
    var id = new NameLookup(session).subject(job);
    var body = Documents.object().put("job_id", id).put("reason", reason);
    return done(session, "cancel", soft ? body.put("mode", "soft") : body);
  }
}
