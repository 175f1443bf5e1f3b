package io.tapline.engine.pipeline;

import io.tapline.engine.command.PerformAction;
import io.tapline.engine.command.SubjectCommand;
import io.tapline.engine.domain.ExistingObject;
import io.tapline.engine.domain.SubjectStep;
import java.util.List;
import java.util.Map;

/**
 * A request for an action of a pack, with the objects that were found for it.
 *
 * @param workerEuid the worker that it is executed for, or null
 * @param leases the live lease of each subject that has one, by the subject's uid
 * @param ofMany whether it names several subjects, and its key belongs to none of them
 */
record PlanRequest(
    ActionTransaction action, String workerEuid, Map<Long, String> leases, boolean ofMany) {

  PerformAction command() {
    return (PerformAction) action.request().command();
  }

  /** The engine's own command for a step of the plan. */
  SubjectCommand command(SubjectStep step) {
    return StepCommands.command(step, command(), workerEuid, lease(step.subject()));
  }

  List<BatchItem> items(List<SubjectCommand> commands) {
    return StepCommands.items(action.request(), commands);
  }

  /** Null without a live lease. */
  String lease(ExistingObject subject) {
    return subject == null ? null : leases.get(subject.uid());
  }
}
