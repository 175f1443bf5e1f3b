package io.tapline.cli.job;

import io.tapline.cli.print.Column;
import io.tapline.cli.print.Facts;
import io.tapline.cli.print.Field;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** A job as a person reads it. */
final class JobFacts {

  static final List<Column> COLUMNS =
      List.of(
          Column.text("JOB", "job_id"),
          Column.text("KIND", "kind"),
          Column.state("STATUS", "status"),
          Column.number("ATTEMPTS", "attempts"),
          Column.number("PRIORITY", "priority"),
          Column.time("ENQUEUED", "enqueued_at"),
          Column.text("KEY", "idempotency_key"),
          Column.text("ERROR", "last_error"));

  private JobFacts() {}

  static Facts of(JsonNode job) {
    var facts = new Facts();
    job.forEachEntry(
        (name, value) -> {
          var shown =
              name.endsWith("_at") || name.endsWith("_until") || name.equals("process_after");
          if (name.equals("status")) {
            facts.state(name, Field.text(value));
          } else {
            facts.add(name.replace('_', ' '), shown ? Field.time(job, name) : Field.text(value));
          }
        });
    return facts;
  }
}
