package io.tapline.cli.queue;

import io.tapline.cli.Exit;
import io.tapline.cli.ServerCommand;
import io.tapline.cli.connect.Query;
import io.tapline.cli.connect.Session;
import io.tapline.cli.print.Facts;
import io.tapline.cli.print.Field;
import io.tapline.client.TaplineHttp;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code tapline queue show}. */
@Command(
    name = "show",
    description = "Shows a queue's policy and figures.",
    footer = {"%nExample:", "  tapline queue show extraction"})
public final class ShowQueueCommand extends ServerCommand {

  @Parameters(paramLabel = "QUEUE", description = "Its key.")
  private String queue;

  @Override
  protected Exit run(Session session) {
    var view = session.get("queues/" + TaplineHttp.encode(queue), new Query());
    var printer = session.printer();
    if (printer.json()) {
      printer.document(view);
      return Exit.OK;
    }
    var facts = new Facts();
    view.forEachEntry(
        (name, value) ->
            facts.add(name, name.endsWith("_at") ? Field.time(view, name) : Field.text(value)));
    printer.facts(facts);
    return Exit.OK;
  }
}
