package io.tapline.cli.job;

import io.tapline.cli.base.ExitCode;
import io.tapline.cli.connect.NameLookup;
import io.tapline.cli.connect.QueryParameters;
import io.tapline.cli.connect.ServerCommand;
import io.tapline.cli.connect.ServerSession;
import io.tapline.client.http.TaplineHttp;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tapline jobs show}. */
@Command(
    name = "show",
    description =
        "Shows one job, which is given by its id, its name, or its kind and idempotency key.",
    footer = {
      "%nExamples:",
      "  tapline jobs show Z-TK-1A",
      "  tapline jobs show --kind cut --idempotency-key doc-7"
    })
public final class ShowJobCommand extends ServerCommand {

  @Parameters(paramLabel = "JOB", arity = "0..1", description = "The id or name of the job.")
  private String job;

  @Option(
      names = "--kind",
      paramLabel = "KIND",
      description = "The kind of the job; requires --idempotency-key.")
  private String kind;

  @Option(
      names = "--idempotency-key",
      paramLabel = "KEY",
      description = "The key that the job was enqueued with; requires --kind.")
  private String idempotencyKey;

  @Override
  protected ExitCode run(ServerSession session) {
    if ((job == null) == (idempotencyKey == null) || (idempotencyKey == null) != (kind == null)) {
      throw wrong("give the id of the job, or --kind and --idempotency-key");
    }
    var view =
        job != null
            ? session.get(
                "/api/v1/jobs/" + TaplineHttp.encode(new NameLookup(session).job(job)),
                new QueryParameters())
            : session.get(
                "/api/v1/jobs/by-key",
                new QueryParameters().with("kind", kind).with("idempotency_key", idempotencyKey));
    var printer = session.printer();
    if (printer.json()) {
      printer.document(view);
    } else {
      printer.facts(JobFacts.of(view));
    }
    return ExitCode.OK;
  }
}
