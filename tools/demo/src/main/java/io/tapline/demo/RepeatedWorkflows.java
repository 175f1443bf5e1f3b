package io.tapline.demo;

import io.tapline.api.WorkflowStatus;
import io.tapline.api.WorkflowView;
import io.tapline.client.api.WorkflowFilter;
import java.util.List;
import java.util.function.IntConsumer;

/** Keeps one report and one reanalysis active. */
final class RepeatedWorkflows extends RepeatedTask {

  /** Number of reports at the first start, so that the grid of runs soon has content. */
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

  /** The correlation id ends with the number of the workflow. */
  private static int number(WorkflowView workflow) {
    var correlationId = workflow.correlationId();
    return Integer.parseInt(correlationId.substring(correlationId.lastIndexOf('-') + 1));
  }

  private List<WorkflowView> newest(String kind) {
    return lab().office().workflows().list(WorkflowFilter.all().kind(kind).limit(1)).items();
  }
}
