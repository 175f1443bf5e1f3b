package io.tapline.engine.command;

import io.tapline.engine.command.CreateWorkflow.WorkflowStep;
import java.util.ArrayList;
import java.util.HashSet;

/** Checks of a workflow that need no data but the request. */
final class WorkflowChecks {

  private WorkflowChecks() {}

  static void check(FieldChecks c, CreateWorkflow workflow) {
    c.required("workflow_kind", workflow.workflowKind(), Limits.NAME)
        .required("generator", workflow.generator(), Limits.NAME)
        .required("enqueued_by", workflow.enqueuedBy(), Limits.NAME)
        .range("jobs", workflow.jobs().size(), 1, Limits.WORKFLOW);
    var names = new HashSet<String>();
    for (var workflowStep : workflow.jobs()) {
      c.required("jobs.name", workflowStep.name(), Limits.NAME)
          .that(
              names.add(workflowStep.name()),
              "jobs.name",
              "occurs twice in this workflow: " + workflowStep.name());
    }
    for (var workflowStep : workflow.jobs()) {
      job(c, workflowStep, names);
    }
    c.that(c.first() != null || ordered(workflow), "jobs.after", "contains a cycle");
  }

  private static void job(FieldChecks c, WorkflowStep workflowStep, HashSet<String> names) {
    c.texts("jobs.after", workflowStep.after(), Limits.NAME)
        .that(
            names.containsAll(workflowStep.after()),
            "jobs.after",
            "of " + workflowStep.name() + " names a job that is not in this workflow")
        .that(
            workflowStep.onFailure() == null || !workflowStep.after().isEmpty(),
            "jobs.on_failure",
            "of " + workflowStep.name() + " requires after");
    c.nested("jobs." + workflowStep.name(), RequestValidation.refusal(workflowStep.job()));
  }

  /** Whether the dependencies contain no cycle. */
  private static boolean ordered(CreateWorkflow workflow) {
    var done = new HashSet<String>();
    var rest = new ArrayList<>(workflow.jobs());
    while (!rest.isEmpty()) {
      var level =
          rest.stream().filter(workflowStep -> done.containsAll(workflowStep.after())).toList();
      if (level.isEmpty()) {
        return false;
      }
      level.forEach(workflowStep -> done.add(workflowStep.name()));
      rest.removeAll(level);
    }
    return true;
  }
}
