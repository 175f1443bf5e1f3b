package io.tapline.engine.command;

import io.tapline.api.OnFailure;
import io.tapline.engine.model.ActionKey;
import java.util.List;

/** Creates jobs that depend on each other, all of them or none. */
public record CreateWorkflow(
    RequestMeta meta,
    String workflowKind,
    String generator,
    String enqueuedBy,
    List<WorkflowStep> jobs)
    implements Command {

  public CreateWorkflow {
    jobs = jobs == null ? List.of() : List.copyOf(jobs);
  }

  /**
   * One job of the workflow.
   *
   * @param name the name that other steps refer to
   * @param after the names of the steps that it depends on
   */
  public record WorkflowStep(String name, Enqueue job, List<String> after, OnFailure onFailure) {
    public WorkflowStep {
      after = after == null ? List.of() : List.copyOf(after);
    }

    private static WorkflowStep read(RequestFields f) {
      var meta = new RequestMeta(f.text("idempotency_key"), f.text("correlation_id"), null);
      var step =
          new WorkflowStep(
              f.text("name"),
              Enqueue.readNew(f, meta),
              f.texts("after"),
              f.wireChoice("on_failure", OnFailure.class, OnFailure::wire));
      f.nothingElse();
      return step;
    }
  }

  @Override
  public ActionKey action() {
    return ActionKey.CREATE_WORKFLOW;
  }

  public static CreateWorkflow read(RequestFields f, RequestMeta meta) {
    return new CreateWorkflow(
        meta,
        f.text("workflow_kind"),
        f.text("generator"),
        f.text("enqueued_by"),
        f.objects("jobs").stream().map(WorkflowStep::read).toList());
  }

  @Override
  public void check(FieldChecks c) {
    WorkflowChecks.check(c, this);
  }
}
