package io.tapline.cli.read;

import io.tapline.cli.print.Column;
import io.tapline.cli.print.Field;
import io.tapline.cli.print.Printer;
import io.tapline.cli.print.Style;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Whether a subject can be claimed, and every reason why not. */
final class Why {

  private static final List<Column> REASONS =
      List.of(Column.text("REASON", "code"), Column.text("WHY", "message"));

  private Why() {}

  static void print(JsonNode view, Printer printer) {
    var diagnostics = view.path("diagnostics");
    boolean visible = diagnostics.path("visible_in_queue").asBoolean();
    var queue = Field.text(diagnostics, "current_queue_key");
    printer.line("");
    printer.line(
        printer
            .paint()
            .paint(
                visible ? Style.GOOD : Style.WARN,
                visible
                    ? "It can be claimed from " + queue + " now."
                    : "It cannot be claimed now."));
    if (diagnostics.has("diagnostics_enabled")
        && !diagnostics.path("diagnostics_enabled").asBoolean()) {
      printer.line("Its queue has diagnostics turned off, so no reasons are computed.");
    }
    var reasons = new ArrayList<JsonNode>();
    diagnostics.path("reasons").forEach(reasons::add);
    if (!reasons.isEmpty()) {
      printer.table(REASONS, reasons);
    }
  }
}
