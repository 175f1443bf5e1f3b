package io.tapline.cli.read;

import io.tapline.cli.print.FieldText;
import io.tapline.cli.print.JobNoun;
import io.tapline.cli.print.ResultPrinter;
import io.tapline.cli.print.TableColumn;
import io.tapline.cli.print.TextStyle;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Whether a job can be claimed, and every reason why not. */
final class VisibilityReasons {

  private static final List<TableColumn> REASONS =
      List.of(TableColumn.text("REASON", "code"), TableColumn.text("EXPLANATION", "message"));

  private VisibilityReasons() {}

  static void print(JsonNode view, ResultPrinter printer) {
    var diagnostics = view.path("diagnostics");
    boolean visible = diagnostics.path("visible_in_queue").asBoolean();
    var noun = JobNoun.of(view).one();
    var queue = FieldText.text(diagnostics, "current_queue_key");
    printer.line("");
    printer.line(
        printer
            .paint()
            .paint(
                visible ? TextStyle.GOOD : TextStyle.WARN,
                visible
                    ? "The " + noun + " can be claimed from " + queue + " now."
                    : "The " + noun + " cannot be claimed now."));
    if (diagnostics.has("diagnostics_enabled")
        && !diagnostics.path("diagnostics_enabled").asBoolean()) {
      printer.line(
          "The queue of the " + noun + " has diagnostics turned off, so no reasons are computed.");
    }
    var reasons = diagnostics.path("reasons");
    if (!reasons.isEmpty()) {
      printer.table(REASONS, reasons);
    }
  }
}
