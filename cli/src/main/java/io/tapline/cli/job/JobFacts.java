package io.tapline.cli.job;

import io.tapline.cli.print.FactSheet;
import io.tapline.cli.print.FieldText;
import io.tapline.cli.print.TableColumn;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** The facts of a job, for people. */
final class JobFacts {

  static final List<TableColumn> COLUMNS =
      List.of(
          TableColumn.text("JOB", "job_id"),
          TableColumn.text("KIND", "kind"),
          TableColumn.state("STATUS", "status"),
          TableColumn.number("ATTEMPTS", "attempts"),
          TableColumn.number("PRIORITY", "priority"),
          TableColumn.time("ENQUEUED", "enqueued_at"),
          TableColumn.text("KEY", "idempotency_key"),
          TableColumn.text("ERROR", "last_error"));

  private JobFacts() {}

  static FactSheet of(JsonNode job) {
    var facts = new FactSheet();
    job.forEachEntry(
        (name, value) -> {
          var shown =
              name.endsWith("_at") || name.endsWith("_until") || name.equals("process_after");
          if (name.equals("status")) {
            facts.state(name, FieldText.text(value));
          } else {
            facts.add(
                name.replace('_', ' '), shown ? FieldText.time(job, name) : FieldText.text(value));
          }
        });
    return facts;
  }
}
