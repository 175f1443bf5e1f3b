package io.tapline.cli.job;

import io.tapline.cli.print.Facts;
import io.tapline.cli.print.Field;
import io.tapline.cli.print.Printer;
import java.util.ArrayList;
import tools.jackson.databind.JsonNode;

/** A workflow and its jobs as a person reads them. */
final class WorkflowFacts {

  private WorkflowFacts() {}

  static void print(JsonNode workflow, Printer printer) {
    printer.facts(
        new Facts()
            .add("workflow", Field.text(workflow, "workflow_id"))
            .add("kind", Field.text(workflow, "workflow_kind"))
            .add("generator", Field.text(workflow, "generator"))
            .state("status", Field.text(workflow, "status"))
            .add("correlation", Field.text(workflow, "correlation_id"))
            .add("by", Field.text(workflow, "enqueued_by"))
            .add("made", Field.time(workflow, "enqueued_at"))
            .add("finished", Field.time(workflow, "finished_at")));
    var jobs = new ArrayList<JsonNode>();
    workflow.path("jobs").forEach(jobs::add);
    if (!jobs.isEmpty()) {
      printer.heading("Jobs");
      printer.table(JobFacts.COLUMNS, jobs);
    }
    if (!workflow.path("edges").isEmpty()) {
      printer.heading("Who waits for whom");
      workflow
          .path("edges")
          .forEach(
              edge ->
                  printer.line(
                      Field.text(edge, "child")
                          + " after "
                          + Field.text(edge, "parent")
                          + ", on failure "
                          + Field.text(edge, "on_failure")));
    }
  }
}
