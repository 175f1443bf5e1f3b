package io.tapline.cli.job;

import io.tapline.cli.base.ExitCode;
import io.tapline.cli.connect.QueryParameters;
import io.tapline.cli.connect.ServerCommand;
import io.tapline.cli.connect.ServerSession;
import io.tapline.cli.print.TableColumn;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import tools.jackson.databind.JsonNode;

/** {@code tapline kinds list}. */
@Command(
    name = "list",
    description = "Counts the jobs of each kind that has waiting, running or dead ones.",
    footer = {"%nExample:", "  tapline kinds list"})
public final class ListKindsCommand extends ServerCommand {

  private static final List<TableColumn> COLUMNS =
      List.of(
          TableColumn.text("KIND", "kind"),
          TableColumn.number("BACKLOG", "backlog"),
          TableColumn.number("IN PROGRESS", "in_progress"),
          TableColumn.alarm("DEAD", "dead_letter_open"),
          TableColumn.seconds("OLDEST", "oldest_queued_age_s"),
          TableColumn.number("LEASES", "lease_active"));

  @Override
  protected ExitCode run(ServerSession session) {
    var found = session.get("/api/v1/jobs/kinds", new QueryParameters());
    var printer = session.printer();
    if (printer.json()) {
      printer.document(found);
      return ExitCode.OK;
    }
    var rows = new ArrayList<JsonNode>();
    found.path("items").forEach(rows::add);
    if (rows.isEmpty()) {
      printer.remark("Nothing waits, runs or is dead; tapline queues shows every kind.");
    } else {
      printer.table(COLUMNS, rows);
    }
    return ExitCode.OK;
  }
}
