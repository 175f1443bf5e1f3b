package io.tapline.cli.read;

import io.tapline.cli.Exit;
import io.tapline.cli.ServerCommand;
import io.tapline.cli.connect.NameLookup;
import io.tapline.cli.connect.Query;
import io.tapline.cli.connect.Session;
import io.tapline.cli.print.Facts;
import io.tapline.cli.print.Field;
import io.tapline.client.TaplineHttp;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tapline why}. */
@Command(
    name = "why",
    description = "Says why a subject can, or cannot, be claimed.",
    footer = {"%nExample:", "  tapline why Z-TK-1A"})
public final class WhyCommand extends ServerCommand {

  @Parameters(paramLabel = "SUBJECT", description = "Its EUID or name.")
  private String subject;

  @Option(
      names = "--worker",
      paramLabel = "WORKER",
      description = "By this worker, by its EUID or name; absent: by anyone.")
  private String worker;

  @Override
  protected Exit run(Session session) {
    var names = new NameLookup(session);
    var view =
        session.get(
            "subjects/" + TaplineHttp.encode(names.subject(subject)),
            new Query().with("worker_euid", names.worker(worker)));
    var printer = session.printer();
    if (printer.json()) {
      printer.document(view.path("diagnostics"));
      return Exit.OK;
    }
    printer.facts(
        new Facts()
            .add("subject", Field.text(view, "subject_euid"))
            .state("state", Field.text(view, "execution.state")));
    Why.print(view, printer);
    return Exit.OK;
  }
}
