package io.tapline.engine.decide;

import io.tapline.engine.command.CreateWorkflow;
import io.tapline.engine.command.CreateWorkflow.Step;
import java.util.ArrayList;
import java.util.HashSet;

/** What can be said against a workflow from the request alone. */
final class WorkflowChecks {

  private WorkflowChecks() {}

  static void fields(Checks c, CreateWorkflow workflow) {
    c.required("workflow_kind", workflow.workflowKind(), Limits.NAME)
        .required("generator", workflow.generator(), Limits.NAME)
        .required("enqueued_by", workflow.enqueuedBy(), Limits.NAME)
        .range("jobs", workflow.jobs().size(), 1, Limits.WORKFLOW);
    var names = new HashSet<String>();
    for (var step : workflow.jobs()) {
      c.required("jobs.name", step.name(), Limits.NAME)
          .that(names.add(step.name()), "jobs.name", "is twice in this workflow: " + step.name());
    }
    for (var step : workflow.jobs()) {
      job(c, step, names);
    }
    c.that(c.first() != null || ordered(workflow), "jobs.after", "goes round in a circle");
  }

  private static void job(Checks c, Step step, HashSet<String> names) {
    c.texts("jobs.after", step.after(), Limits.NAME)
        .that(
            names.containsAll(step.after()),
            "jobs.after",
            "of " + step.name() + " names a job that is not in this workflow")
        .that(
            step.onFailure() == null || !step.after().isEmpty(),
            "jobs.on_failure",
            "of " + step.name() + " needs an after to speak of");
    c.nested("jobs." + step.name(), Validation.refusal(step.job()));
  }

  /** Whether each can come after those that it depends on. */
  private static boolean ordered(CreateWorkflow workflow) {
    var done = new HashSet<String>();
    var rest = new ArrayList<>(workflow.jobs());
    while (!rest.isEmpty()) {
      var level = rest.stream().filter(step -> done.containsAll(step.after())).toList();
      if (level.isEmpty()) {
        return false;
      }
      level.forEach(step -> done.add(step.name()));
      rest.removeAll(level);
    }
    return true;
  }
}
