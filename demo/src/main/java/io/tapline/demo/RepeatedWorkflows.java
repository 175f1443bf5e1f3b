package io.tapline.demo;

import io.tapline.api.WorkflowStatus;
import io.tapline.api.WorkflowView;
import io.tapline.client.api.WorkflowFilter;
import java.util.List;
import java.util.function.IntConsumer;

/** Sees to it that a report and a reanalysis are always under way. */
final class RepeatedWorkflows extends RepeatedTask {

  /** So many at the very beginning: a grid of runs is worth looking at soon. */
  static final int FIRST = 3;

  private final LabWorkflows workflows;

  RepeatedWorkflows(SimulatedLab lab) {
    super("reporting", lab, 20);
    this.workflows = new LabWorkflows(lab);
  }

  @Override
  void once() {
    if (newest(LabWorkflows.REPORT).isEmpty()) {
      for (int i = 1; i <= FIRST; i++) {
        workflows.report(i);
      }
    } else {
      ifOver(LabWorkflows.REPORT, workflows::report);
    }
    ifOver(LabWorkflows.REANALYSIS, workflows::reanalysis);
  }

  private void ifOver(String kind, IntConsumer begin) {
    var before = newest(kind);
    if (before.isEmpty() || before.get(0).status() != WorkflowStatus.ACTIVE) {
      begin.accept(before.isEmpty() ? 1 : 1 + number(before.get(0)));
    }
  }

  /** As it is counted in what it was called at the beginning. */
  private static int number(WorkflowView workflow) {
    var said = workflow.correlationId();
    return Integer.parseInt(said.substring(said.lastIndexOf('-') + 1));
  }

  private List<WorkflowView> newest(String kind) {
    return lab().office().workflows().list(WorkflowFilter.all().kind(kind).limit(1)).items();
  }
}
