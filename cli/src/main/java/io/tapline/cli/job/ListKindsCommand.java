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
    description = "Lists the kinds that have waiting jobs, running jobs or open dead letters.",
    footer = {"%nExample:", "  tapline kinds list"})
public final class ListKindsCommand extends ServerCommand {

  private static final List<TableColumn> COLUMNS =
      List.of(
          TableColumn.text("KIND", "kind"),
          TableColumn.number("BACKLOG", "backlog"),
          TableColumn.number("IN PROGRESS", "in_progress"),
          TableColumn.alarm("DEAD LETTERS", "dead_letter_open"),
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
      printer.remark(
          "No kind has waiting jobs, running jobs or open dead letters; tapline queues lists all"
              + " kinds.");
    } else {
      printer.table(COLUMNS, rows);
    }
    return ExitCode.OK;
  }
}
