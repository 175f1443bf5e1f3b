package io.tapline.cli.read;

import io.tapline.cli.base.ExitCode;
import io.tapline.cli.connect.NameLookup;
import io.tapline.cli.connect.QueryParameters;
import io.tapline.cli.connect.ServerCommand;
import io.tapline.cli.connect.ServerSession;
import io.tapline.cli.print.FieldText;
import io.tapline.cli.print.ResultPrinter;
import io.tapline.cli.print.TableColumn;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** {@code tapline events}. */
@Command(
    name = "events",
    description = {
      "Lists events in the order of their commits.",
      "With --json the command prints one event per line."
    },
    footer = {
      "%nExamples:",
      "  tapline events --type job_dead_lettered --from 2026-01-05T12:00:00Z",
      "  tapline events --job Z-TK-1A --follow --limit 1"
    })
public final class EventsCommand extends ServerCommand {

  /** Long enough to be cheap, and short enough to notice that the process is to end. */
  private static final Duration LOOK_UP = Duration.ofSeconds(30);

  private static final int PAGE = 500;
  private static final int USUAL = 50;

  private static final List<TableColumn> COLUMNS =
      List.of(
          TableColumn.time("AT", "ts"),
          TableColumn.text("EVENT", "type"),
          TableColumn.text("JOB", "job_id"),
          TableColumn.text("ACTOR", "actor"),
          TableColumn.text("CAUSE", "cause"),
          TableColumn.text("ID", "id"));

  @Option(
      names = "--after",
      paramLabel = "ID",
      description =
          "Lists only events after the event with this id. Default: from the first event.")
  private String after;

  @Option(
      names = "--job",
      paramLabel = "JOB",
      description = "Lists only events of the job with this EUID or name. Default: all jobs.")
  private String job;

  /** The former name of {@code --job}. */
  @Option(names = "--subject", hidden = true, description = "The former name of --job.")
  private void subject(String text) {
    job = text;
  }

  @Option(
      names = "--type",
      paramLabel = "TYPE",
      description = "Lists only events of this type, such as job_succeeded. Default: all types.")
  private String type;

  @Option(
      names = "--correlation",
      paramLabel = "ID",
      description = "Lists only events with this correlation id; not with --follow.")
  private String correlation;

  @Option(
      names = "--from",
      paramLabel = "TIME",
      description =
          "Lists only events from this time on, such as 2027-01-31T00:00:00Z; not with --follow.")
  private String from;

  @Option(
      names = "--to",
      paramLabel = "TIME",
      description = "Lists only events before this time; not with --follow.")
  private String to;

  @Option(
      names = {"-f", "--follow"},
      description = "Also prints new events, until Ctrl-C.")
  private boolean follow;

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "The maximum number of events. Default: 50, with --follow unlimited.")
  private Long limit;

  @Override
  protected ExitCode run(ServerSession session) {
    if (limit != null && limit < 1) {
      throw wrong("--limit must be at least 1, not " + limit);
    }
    if (follow && (correlation != null || from != null || to != null)) {
      throw wrong("--follow can be combined only with --after, --job, --type and --limit");
    }
    job = new NameLookup(session).job(job);
    return follow ? follow(session) : page(session);
  }

  private QueryParameters query() {
    return new QueryParameters()
        .with("after", after)
        .with("subject_euid", job)
        .with("type", type)
        .with("correlation_id", correlation)
        .with("from", from)
        .with("to", to);
  }

  private ExitCode page(ServerSession session) {
    int left = limit == null ? USUAL : (int) Math.min(limit, Integer.MAX_VALUE);
    var query = query();
    var rows = new ArrayList<JsonNode>();
    // A page may be short or even empty without being the last, because rare types are searched in
    // steps.
    for (String before = after; left > rows.size(); ) {
      var page = session.get("events", query.with("limit", Math.min(PAGE, left - rows.size())));
      page.path("items").forEach(rows::add);
      var next = page.path("next_cursor").asString();
      if (next.equals(before)) {
        break;
      }
      before = next;
      query.with("after", next);
    }
    print(rows.subList(0, Math.min(left, rows.size())), session.printer());
    return ExitCode.OK;
  }

  private static void print(List<JsonNode> events, ResultPrinter printer) {
    if (printer.json()) {
      events.forEach(printer::document);
    } else if (events.isEmpty()) {
      printer.remark("No event matches; --follow waits for new events.");
    } else {
      printer.table(COLUMNS, events);
    }
  }

  private ExitCode follow(ServerSession session) {
    long left = limit == null ? Long.MAX_VALUE : limit;
    try (var stream = session.http().stream("events/stream", query().parameters())) {
      while (left > 0) {
        var event = stream.next(LOOK_UP);
        if (event.isPresent()) {
          print(event.get(), session.printer());
          left--;
        }
      }
    }
    return ExitCode.OK;
  }

  private static void print(JsonNode event, ResultPrinter printer) {
    if (printer.json()) {
      printer.document(event);
    } else {
      printer.line(
          FieldText.time(event, "ts")
              + "  "
              + FieldText.text(event, "type")
              + "  "
              + FieldText.text(event, "job_id")
              + "  "
              + FieldText.text(event, "actor"));
    }
  }
}
