package io.tapline.cli.read;

import io.tapline.cli.Exit;
import io.tapline.cli.ServerCommand;
import io.tapline.cli.connect.NameLookup;
import io.tapline.cli.connect.Query;
import io.tapline.cli.connect.Session;
import io.tapline.cli.print.Column;
import io.tapline.cli.print.Field;
import io.tapline.cli.print.Printer;
import io.tapline.client.TaplineHttp;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code tapline history}. */
@Command(
    name = "history",
    description = "Shows everything that happened to a subject: who, when, what, why.",
    footer = {"%nExample:", "  tapline history Z-TK-1A"})
public final class HistoryCommand extends ServerCommand {

  private static final List<Column> ACTIONS =
      List.of(
          Column.time("AT", "at"),
          Column.text("ACTION", "action_key"),
          Column.named("ACTOR", "actor_lookup_name", "actor"),
          Column.text("ROLE", "role"),
          Column.text("STATE", HistoryCommand::step),
          Column.named("WORKER", "worker_lookup_name", "worker_euid"),
          Column.text("LEASE", "lease_euid"),
          Column.text("REASON", "reason"));

  private static final List<Column> ATTEMPTS =
      List.of(
          Column.text("RECORD", "record_euid"),
          Column.number("ATTEMPT", "attempt_number"),
          Column.state("STATUS", "status"),
          Column.text("QUEUE", "queue_lookup_key"),
          Column.named("WORKER", "worker_lookup_name", "worker_lookup_euid"),
          Column.time("STARTED", "started_at"),
          Column.time("FINISHED", "finished_at"),
          Column.text("ERROR", "error_message"));

  private static final List<Column> HOLDS =
      List.of(
          Column.text("HOLD", "hold_euid"),
          Column.state("STATUS", "status"),
          Column.text("CODE", "hold_code"),
          Column.time("PLACED", "placed_at"),
          Column.text("BY", "placed_by_lookup_name"),
          Column.time("RELEASED", "released_at"),
          Column.text("REASON", "reason"));

  private static final List<Column> DEAD_LETTERS =
      List.of(
          Column.text("DEAD LETTER", "dead_letter_euid"),
          Column.state("STATE", "resolution_state"),
          Column.time("SINCE", "dead_lettered_at"),
          Column.text("REASON", "reason_code"),
          Column.text("ERROR", "error_message"));

  @Parameters(paramLabel = "SUBJECT", description = "Its EUID or name.")
  private String subject;

  @Override
  protected Exit run(Session session) {
    var euid = new NameLookup(session).subject(subject);
    var history = session.get("subjects/" + TaplineHttp.encode(euid) + "/history", new Query());
    var printer = session.printer();
    if (printer.json()) {
      printer.document(history);
      return Exit.OK;
    }
    part(printer, null, ACTIONS, history.path("actions"));
    part(printer, "Attempts", ATTEMPTS, history.path("records"));
    part(printer, "Holds", HOLDS, history.path("holds"));
    part(printer, "Dead letters", DEAD_LETTERS, history.path("dead_letters"));
    return Exit.OK;
  }

  private static void part(Printer printer, String title, List<Column> columns, JsonNode list) {
    if (list.isEmpty()) {
      return;
    }
    if (title != null) {
      printer.heading(title);
    }
    var rows = new ArrayList<JsonNode>();
    list.forEach(rows::add);
    printer.table(columns, rows);
  }

  private static String step(JsonNode action) {
    var from = Field.text(action, "from_state");
    var to = Field.text(action, "to_state");
    return from.equals(to) ? to : from + " > " + to;
  }
}
