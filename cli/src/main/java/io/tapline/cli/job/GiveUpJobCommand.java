package io.tapline.cli.job;

import io.tapline.cli.act.ReasonOption;
import io.tapline.cli.base.ExitCode;
import io.tapline.cli.connect.NameLookup;
import io.tapline.cli.connect.ServerSession;
import io.tapline.client.http.TaplineHttp;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tapline jobs give-up}. */
@Command(
    name = "give-up",
    description = "Fails an unfinished job permanently, with a dead letter.",
    footer = {
      "%nExample:",
      "  tapline jobs give-up Z-TK-1A --code parse_error --reason 'input is lost'"
    })
public final class GiveUpJobCommand extends JobAct {

  @Parameters(paramLabel = "JOB", description = "The id or name of the job.")
  private String job;

  @Option(
      names = "--code",
      paramLabel = "CODE",
      required = true,
      description = {
        "The reason code: parse_error, validation_failed, dependency_unavailable, timeout,",
        "exhausted_retries, policy_violation, infrastructure_failure or compensation_failed."
      })
  private String code;

  @Mixin private ReasonOption why;

  @Override
  protected ExitCode run(ServerSession session) {
    var body = why.body().put("reason_code", code);
    var id = new NameLookup(session).job(job);
    return done(session, TaplineHttp.encode(id) + "/dead-letter", body);
  }
}
