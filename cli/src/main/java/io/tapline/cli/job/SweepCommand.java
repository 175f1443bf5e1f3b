package io.tapline.cli.job;

import io.tapline.cli.base.ExitCode;
import io.tapline.cli.connect.InputDocuments;
import io.tapline.cli.connect.ServerCommand;
import io.tapline.cli.connect.ServerSession;
import io.tapline.cli.print.FieldText;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tapline jobs sweep}. */
@Command(
    name = "sweep",
    description = {
      "Settles every lapsed lease now, or puts away what is past its retention.",
      "The server does both by itself from time to time."
    },
    footer = {"%nExamples:", "  tapline jobs sweep", "  tapline jobs sweep --finished"})
public final class SweepCommand extends ServerCommand {

  @Option(
      names = "--finished",
      description = "Put away finished jobs that are past their kind's retention instead.")
  private boolean finished;

  @Override
  protected ExitCode run(ServerSession session) {
    var path = "/api/v1/jobs/" + (finished ? "cleanup-sweep" : "lease-reaper");
    var swept = session.http().post(path, InputDocuments.object());
    var printer = session.printer();
    if (printer.json()) {
      printer.document(swept);
    } else {
      printer.line(
          (finished ? "put away: " : "leases settled: ")
              + FieldText.text(swept, "touched")
              + " jobs");
    }
    return ExitCode.OK;
  }
}
