package io.tapline.api.request;

import io.tapline.api.ActionKey;
import io.tapline.api.Limits;
import io.tapline.api.OnFailure;
import io.tapline.api.Refusal.Faults;
import io.tapline.api.WireField;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Creates jobs that depend on each other, all of them or none. */
public record CreateWorkflow(
    RequestMeta meta,
    @WireField(required = true, length = Limits.NAME, about = "the kind of the workflow")
        String workflowKind,
    @WireField(
            required = true,
            length = Limits.NAME,
            about = "the generator of the workflow, such as MOT:template_1")
        String generator,
    @WireField(required = true, length = Limits.NAME, about = "on whose behalf") String enqueuedBy,
    List<WorkflowStep> jobs)
    implements Command {

  private static final String NAME = "jobs.name";
  private static final String AFTER = "jobs.after";

  public CreateWorkflow {
    jobs = jobs == null ? List.of() : List.copyOf(jobs);
  }

  /**
   * One job of the workflow.
   *
   * @param name the name that other steps refer to
   * @param after the names of the steps that it depends on
   */
  public record WorkflowStep(
      String name,
      Enqueue job,
      @WireField(
              length = Limits.NAME,
              about = "the names of the jobs that must end before this one")
          List<String> after,
      OnFailure onFailure) {
    public WorkflowStep {
      after = after == null ? List.of() : List.copyOf(after);
    }

    private void check(Set<String> names, Faults faults) {
      RequestValidation.checkFields(this, "jobs.", faults);
      faults
          .that(
              names.containsAll(after),
              AFTER,
              "of " + name + " names a job that is not in this workflow")
          .that(
              onFailure == null || !after.isEmpty(),
              "jobs.on_failure",
              "of " + name + " requires after");
      var fault = RequestValidation.refusal(job);
      if (fault != null) {
        var place = "jobs." + name;
        faults.add(
            fault.code(),
            place + ": " + fault.message(),
            fault.field() == null ? place : place + "." + fault.field());
      }
    }
  }

  @Override
  public ActionKey action() {
    return ActionKey.CREATE_WORKFLOW;
  }

  @Override
  public void check(Faults faults) {
    faults.that(
        !jobs.isEmpty() && jobs.size() <= Limits.WORKFLOW,
        "jobs",
        jobs.size() + " is not between 1 and " + Limits.WORKFLOW);
    var names = new HashSet<String>();
    for (var step : jobs) {
      faults
          .that(step.name() != null && !step.name().isBlank(), NAME, "is required")
          .that(names.add(step.name()), NAME, "occurs twice in this workflow: " + step.name());
    }
    for (var step : jobs) {
      step.check(names, faults);
    }
    faults.that(!faults.isEmpty() || ordered(), AFTER, "contains a cycle");
  }

  /** Whether the dependencies contain no cycle. */
  private boolean ordered() {
    var done = new HashSet<String>();
    var rest = new ArrayList<>(jobs);
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
