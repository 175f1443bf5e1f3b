package io.tapline.cli.read;

import io.tapline.cli.base.ExitCode;
import io.tapline.cli.connect.NameLookup;
import io.tapline.cli.connect.QueryParameters;
import io.tapline.cli.connect.ServerCommand;
import io.tapline.cli.connect.ServerSession;
import io.tapline.cli.print.FactSheet;
import io.tapline.cli.print.FieldText;
import io.tapline.cli.print.JobNoun;
import io.tapline.client.http.TaplineHttp;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tapline why}. */
@Command(
    name = "why",
    description = "Prints the reasons why a job can or cannot be claimed.",
    footer = {"%nExample:", "  tapline why Z-TK-1A"})
public final class WhyCommand extends ServerCommand {

  @Parameters(paramLabel = "JOB", description = "The EUID or name of the job.")
  private String job;

  @Option(
      names = "--worker",
      paramLabel = "WORKER",
      description = "The EUID or key of the worker that would claim the job. Default: any worker.")
  private String worker;

  @Override
  protected ExitCode run(ServerSession session) {
    var names = new NameLookup(session);
    var view =
        session.get(
            "subjects/" + TaplineHttp.encode(names.job(job)),
            new QueryParameters().with("worker_euid", names.worker(worker)));
    var printer = session.printer();
    if (printer.json()) {
      printer.document(view.path("diagnostics"));
      return ExitCode.OK;
    }
    printer.facts(
        new FactSheet()
            .add(JobNoun.of(view).one(), FieldText.text(view, "subject_euid"))
            .state("state", FieldText.text(view, "execution.state")));
    VisibilityReasons.print(view, printer);
    return ExitCode.OK;
  }
}
