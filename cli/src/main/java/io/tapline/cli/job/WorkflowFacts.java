package io.tapline.cli.job;

import io.tapline.cli.print.FactSheet;
import io.tapline.cli.print.FieldText;
import io.tapline.cli.print.ResultPrinter;
import java.util.ArrayList;
import tools.jackson.databind.JsonNode;

/** The facts of a workflow and its jobs, for people. */
final class WorkflowFacts {

  private WorkflowFacts() {}

  static void print(JsonNode workflow, ResultPrinter printer) {
    printer.facts(
        new FactSheet()
            .add("workflow", FieldText.text(workflow, "workflow_id"))
            .add("kind", FieldText.text(workflow, "workflow_kind"))
            .add("generator", FieldText.text(workflow, "generator"))
            .state("status", FieldText.text(workflow, "status"))
            .add("correlation", FieldText.text(workflow, "correlation_id"))
            .add("created by", FieldText.text(workflow, "enqueued_by"))
            .add("created", FieldText.time(workflow, "enqueued_at"))
            .add("finished", FieldText.time(workflow, "finished_at")));
    var jobs = new ArrayList<JsonNode>();
    workflow.path("jobs").forEach(jobs::add);
    if (!jobs.isEmpty()) {
      printer.heading("Jobs");
      printer.table(JobFacts.COLUMNS, jobs);
    }
    if (!workflow.path("edges").isEmpty()) {
      printer.heading("Dependencies");
      workflow
          .path("edges")
          .forEach(
              edge ->
                  printer.line(
                      FieldText.text(edge, "child")
                          + " waits for "
                          + FieldText.text(edge, "parent")
                          + ", on failure "
                          + FieldText.text(edge, "on_failure")));
    }
  }
}
