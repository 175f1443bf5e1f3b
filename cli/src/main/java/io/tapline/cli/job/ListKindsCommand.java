package io.tapline.cli.job;

import io.tapline.cli.Exit;
import io.tapline.cli.ServerCommand;
import io.tapline.cli.connect.Query;
import io.tapline.cli.connect.Session;
import io.tapline.cli.print.Column;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import tools.jackson.databind.JsonNode;

/** {@code tapline kinds list}. */
@Command(
    name = "list",
    description = "How the jobs of each kind stand of which something waits, runs or is dead.",
    footer = {"%nExample:", "  tapline kinds list"})
public final class ListKindsCommand extends ServerCommand {

  private static final List<Column> COLUMNS =
      List.of(
          Column.text("KIND", "kind"),
          Column.number("BACKLOG", "backlog"),
          Column.number("IN PROGRESS", "in_progress"),
          Column.alarm("DEAD", "dead_letter_open"),
          Column.seconds("OLDEST", "oldest_queued_age_s"),
          Column.number("LEASES", "lease_active"));

  @Override
  protected Exit run(Session session) {
    var found = session.get("/api/v1/jobs/kinds", new Query());
    var printer = session.printer();
    if (printer.json()) {
      printer.document(found);
      return Exit.OK;
    }
    var rows = new ArrayList<JsonNode>();
    found.path("items").forEach(rows::add);
    if (rows.isEmpty()) {
      printer.remark("Nothing waits, runs or is dead; tapline queues shows every kind.");
    } else {
      printer.table(COLUMNS, rows);
    }
    return Exit.OK;
  }
}
