package io.tapline.cli.job;

import io.tapline.cli.act.ReasonOption;
import io.tapline.cli.base.ExitCode;
import io.tapline.cli.connect.NameLookup;
import io.tapline.cli.connect.ServerSession;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tapline jobs cancel}. */
@Command(
    name = "cancel",
    description = "Cancels a job, or with --soft requests its executor to stop.",
    footer = {"%nExample:", "  tapline jobs cancel Z-TK-1A --reason 'order withdrawn'"})
public final class CancelJobCommand extends JobAct {

  @Parameters(paramLabel = "JOB", description = "The id or name of the job.")
  private String job;

  @Option(
      names = "--soft",
      description =
          "Requests the executor that holds the lease to stop, instead of ending the lease.")
  private boolean soft;

  @Mixin private ReasonOption why;

  @Override
  protected ExitCode run(ServerSession session) {
    var id = new NameLookup(session).job(job);
    var body = why.body().put("job_id", id);
    return done(session, "cancel", soft ? body.put("mode", "soft") : body);
  }
}
