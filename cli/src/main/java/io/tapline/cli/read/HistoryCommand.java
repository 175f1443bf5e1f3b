package io.tapline.cli.read;

import io.tapline.cli.base.ExitCode;
import io.tapline.cli.connect.NameLookup;
import io.tapline.cli.connect.ServerCommand;
import io.tapline.cli.connect.ServerSession;
import io.tapline.cli.print.FieldText;
import io.tapline.cli.print.ResultPrinter;
import io.tapline.cli.print.TableColumn;
import io.tapline.client.http.TaplineHttp;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code tapline history}. */
@Command(
    name = "history",
    description = "Shows the actions, attempts, holds and dead letters of a job.",
    footer = {"%nExample:", "  tapline history Z-TK-1A"})
public final class HistoryCommand extends ServerCommand {

  private static final List<TableColumn> ACTIONS =
      List.of(
          TableColumn.time("AT", "at"),
          TableColumn.text("ACTION", "action_key"),
          TableColumn.named("ACTOR", "actor_lookup_name", "actor"),
          TableColumn.text("ROLE", "role"),
          TableColumn.text("STATE", HistoryCommand::step),
          TableColumn.named("WORKER", "worker_lookup_name", "worker_euid"),
          TableColumn.text("LEASE", "lease_euid"),
          TableColumn.text("REASON", "reason"));

  private static final List<TableColumn> ATTEMPTS =
      List.of(
          TableColumn.text("RECORD", "record_euid"),
          TableColumn.number("ATTEMPT", "attempt_number"),
          TableColumn.state("STATUS", "status"),
          TableColumn.text("QUEUE", "queue_lookup_key"),
          TableColumn.named("WORKER", "worker_lookup_name", "worker_lookup_euid"),
          TableColumn.time("STARTED", "started_at"),
          TableColumn.time("FINISHED", "finished_at"),
          TableColumn.text("ERROR", "error_message"));

  private static final List<TableColumn> HOLDS =
      List.of(
          TableColumn.text("HOLD", "hold_euid"),
          TableColumn.state("STATUS", "status"),
          TableColumn.text("CODE", "hold_code"),
          TableColumn.time("PLACED", "placed_at"),
          TableColumn.text("PLACED BY", "placed_by_lookup_name"),
          TableColumn.time("RELEASED", "released_at"),
          TableColumn.text("REASON", "reason"));

  private static final List<TableColumn> DEAD_LETTERS =
      List.of(
          TableColumn.text("DEAD LETTER", "dead_letter_euid"),
          TableColumn.state("STATE", "resolution_state"),
          TableColumn.time("SINCE", "dead_lettered_at"),
          TableColumn.text("REASON", "reason_code"),
          TableColumn.text("ERROR", "error_message"));

  @Parameters(paramLabel = "JOB", description = "The EUID or name of the job.")
  private String job;

  @Override
  protected ExitCode run(ServerSession session) {
    var euid = new NameLookup(session).job(job);
    var history = session.get("subjects/" + TaplineHttp.encode(euid) + "/history");
    return show(
        session,
        history,
        printer -> {
          part(printer, null, ACTIONS, history.path("actions"));
          part(printer, "Attempts", ATTEMPTS, history.path("records"));
          part(printer, "Holds", HOLDS, history.path("holds"));
          part(printer, "Dead letters", DEAD_LETTERS, history.path("dead_letters"));
        });
  }

  private static void part(
      ResultPrinter printer, String title, List<TableColumn> columns, JsonNode list) {
    if (list.isEmpty()) {
      return;
    }
    if (title != null) {
      printer.heading(title);
    }
    printer.table(columns, list);
  }

  private static String step(JsonNode action) {
    var from = FieldText.text(action, "from_state");
    var to = FieldText.text(action, "to_state");
    return from.equals(to) ? to : from + " > " + to;
  }
}
