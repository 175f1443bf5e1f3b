package io.tapline.cli.queue;

import io.tapline.cli.base.ExitCode;
import io.tapline.cli.connect.QueryParameters;
import io.tapline.cli.connect.ServerCommand;
import io.tapline.cli.connect.ServerSession;
import io.tapline.cli.print.FactSheet;
import io.tapline.cli.print.FieldText;
import io.tapline.client.http.TaplineHttp;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code tapline queue show}. */
@Command(
    name = "show",
    description = "Shows the policy and the figures of a queue.",
    footer = {"%nExample:", "  tapline queue show extraction"})
public final class ShowQueueCommand extends ServerCommand {

  @Parameters(paramLabel = "QUEUE", description = "The key of the queue.")
  private String queue;

  @Override
  protected ExitCode run(ServerSession session) {
    var view = session.get("queues/" + TaplineHttp.encode(queue), new QueryParameters());
    var printer = session.printer();
    if (printer.json()) {
      printer.document(view);
      return ExitCode.OK;
    }
    var facts = new FactSheet();
    view.forEachEntry(
        (name, value) ->
            facts.add(
                name, name.endsWith("_at") ? FieldText.time(view, name) : FieldText.text(value)));
    printer.facts(facts);
    return ExitCode.OK;
  }
}
