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
      "Settles lapsed leases now, or with --finished cleans jobs past their retention.",
      "The sweep of the server does both every few seconds."
    },
    footer = {"%nExamples:", "  tapline jobs sweep", "  tapline jobs sweep --finished"})
public final class SweepCommand extends ServerCommand {

  @Option(
      names = "--finished",
      description =
          "Cleans finished jobs past the retention of their kind, instead of settling leases.")
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
          (finished ? "jobs cleaned: " : "leases settled: ") + FieldText.text(swept, "touched"));
    }
    return ExitCode.OK;
  }
}
