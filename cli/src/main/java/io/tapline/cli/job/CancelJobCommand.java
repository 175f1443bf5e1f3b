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
    description = "Cancels a job that is not needed any more.",
    footer = {"%nExample:", "  tapline jobs cancel Z-TK-1A --reason 'order withdrawn'"})
public final class CancelJobCommand extends JobAct {

  @Parameters(paramLabel = "JOB", description = "Its id or name.")
  private String job;

  @Option(names = "--soft", description = "Ask the executor that has it to stop.")
  private boolean soft;

  @Mixin private ReasonOption why;

  @Override
  protected ExitCode run(ServerSession session) {
    var id = new NameLookup(session).subject(job);
    var body = why.body().put("job_id", id);
    return done(session, "cancel", soft ? body.put("mode", "soft") : body);
  }
}
