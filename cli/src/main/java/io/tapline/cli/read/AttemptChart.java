package io.tapline.cli.read;

import io.tapline.cli.connect.InputDocuments;
import io.tapline.cli.print.FieldText;
import io.tapline.cli.print.ResultPrinter;
import io.tapline.cli.print.SafeText;
import io.tapline.cli.print.TableColumn;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The time of a job, attempt by attempt, as a chart of characters, and the input and result of its
 * last attempt. An open span has no length, because the local clock is not the server's.
 */
final class AttemptChart {

  private static final int WIDTH = 40;

  private static final List<TableColumn> COLUMNS =
      List.of(
          TableColumn.text("ATTEMPT OR HOLD", "what"),
          TableColumn.text("ACTOR", "by"),
          TableColumn.state("STATUS", "status"),
          TableColumn.text("WAITED", "waited"),
          TableColumn.text("DURATION", "took"),
          TableColumn.text("TIMELINE (. waiting, = running, h held)", "chart"));

  private record Span(char sign, Instant from, Instant to) {}

  private record Row(
      String what, String by, String status, String waited, String took, List<Span> spans) {

    Instant from() {
      return spans.get(0).from();
    }
  }

  private final JsonNode history;
  private final Instant last;

  AttemptChart(JsonNode history) {
    this.history = history;
    this.last =
        history
            .path("actions")
            .valueStream()
            .map(action -> Instant.parse(action.path("at").asString()))
            .max(Comparator.naturalOrder())
            .orElse(Instant.EPOCH);
  }

  void print(ResultPrinter printer) {
    var rows = rows();
    if (rows.isEmpty()) {
      return;
    }
    printer.heading("Attempts");
    var from = rows.stream().map(Row::from).min(Comparator.naturalOrder()).orElseThrow();
    printer.table(COLUMNS, rows.stream().map(row -> (JsonNode) document(row, from)).toList());
    var records = history.path("records");
    if (!records.isEmpty()) {
      outcome(printer, records.get(records.size() - 1));
    }
  }

  private List<Row> rows() {
    var rows = new ArrayList<Row>();
    var claimed = new HashMap<String, Instant>();
    history
        .path("leases")
        .forEach(
            lease -> claimed.put(lease.path("lease_euid").asString(), time(lease, "claimed_at")));
    var actions = history.path("actions");
    var since = actions.isEmpty() ? null : time(actions.get(0), "at");
    for (var record : history.path("records")) {
      if (record.hasNonNull("lease_lookup_euid")) {
        var row = attempt(record, claimed, since);
        rows.add(row);
        since = row.spans().get(row.spans().size() - 1).to();
      }
    }
    history.path("holds").forEach(hold -> rows.add(held(hold)));
    rows.sort(Comparator.comparing(row -> row.spans().get(row.spans().size() - 1).from()));
    return rows;
  }

  private Row attempt(JsonNode record, Map<String, Instant> claimed, Instant since) {
    var began =
        claimed.getOrDefault(
            record.path("lease_lookup_euid").asString(), time(record, "started_at"));
    var ended = time(record, "finished_at");
    var spans = new ArrayList<Span>();
    if (since != null && began.isAfter(since)) {
      spans.add(new Span('.', since, began));
    }
    spans.add(new Span('=', began, ended == null ? last : ended));
    return new Row(
        "attempt " + FieldText.text(record, "attempt_number"),
        TableColumn.named("", "worker_lookup_name", "worker_lookup_euid").text().apply(record),
        FieldText.text(record, "status"),
        since == null ? "" : length(since, began),
        ended == null ? "unfinished" : length(began, ended),
        spans);
  }

  private Row held(JsonNode hold) {
    var from = time(hold, "placed_at");
    var to = time(hold, "released_at");
    return new Row(
        "hold " + FieldText.text(hold, "hold_code"),
        TableColumn.named("", "placed_by_lookup_name", "placed_by_lookup_euid").text().apply(hold),
        FieldText.text(hold, "status"),
        "",
        to == null ? "unfinished" : length(from, to),
        List.of(new Span('h', from, to == null ? last : to)));
  }

  private static Instant time(JsonNode node, String name) {
    return node.hasNonNull(name) ? Instant.parse(node.path(name).asString()) : null;
  }

  private static String length(Instant from, Instant to) {
    return FieldText.seconds(
        InputDocuments.object().put("s", Duration.between(from, to).toMillis() / 1000.0), "s");
  }

  private ObjectNode document(Row row, Instant from) {
    return InputDocuments.object()
        .put("what", row.what())
        .put("by", row.by())
        .put("status", row.status())
        .put("waited", row.waited())
        .put("took", row.took())
        .put("chart", chart(row.spans(), from));
  }

  /** A span has at least one character. */
  private String chart(List<Span> spans, Instant from) {
    double all = Math.max(1, Duration.between(from, last).toMillis());
    var line = new StringBuilder(" ".repeat(WIDTH));
    for (var span : spans) {
      int begin = place(Duration.between(from, span.from()).toMillis() / all);
      int end = place(Duration.between(from, span.to()).toMillis() / all);
      for (int i = begin; i <= Math.max(begin, end - 1); i++) {
        line.setCharAt(i, span.sign());
      }
    }
    return line.toString().stripTrailing();
  }

  private static int place(double share) {
    return (int) Math.max(0, Math.min(WIDTH - 1, Math.floor(share * WIDTH)));
  }

  private void outcome(ResultPrinter printer, JsonNode record) {
    var result = record.path("result_snapshot");
    part(printer, "Input", record.path("input_snapshot"));
    if (result instanceof ObjectNode object) {
      var rest = object.deepCopy();
      rest.remove(List.of("_stderr", "_stdout"));
      part(printer, "Result", rest.isEmpty() ? null : rest);
    } else {
      part(printer, "Result", result);
    }
    if (record.hasNonNull("error_class") || record.hasNonNull("error_message")) {
      printer.heading("Error");
      printer.line(
          ("  "
                  + FieldText.text(record, "error_class")
                  + "  "
                  + FieldText.text(record, "error_message"))
              .stripTrailing());
    }
    lines(printer, "Standard output", result.path("_stdout"));
    lines(printer, "Standard error", result.path("_stderr"));
  }

  private static void part(ResultPrinter printer, String title, JsonNode value) {
    if (value != null && !value.isNull() && !value.isMissingNode()) {
      printer.heading(title);
      printer.line("  " + FieldText.text(value));
    }
  }

  private static void lines(ResultPrinter printer, String title, JsonNode text) {
    if (text.isString()) {
      printer.heading(title);
      text.asString().lines().forEach(line -> printer.line("  " + SafeText.oneLine(line)));
    }
  }
}
