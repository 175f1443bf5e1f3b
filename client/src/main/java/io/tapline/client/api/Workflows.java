package io.tapline.client.api;

import io.tapline.api.Page;
import io.tapline.api.WorkflowAnswer;
import io.tapline.api.WorkflowRun;
import io.tapline.api.WorkflowView;
import io.tapline.client.http.TaplineHttp;
import io.tapline.client.http.WireJson;
import java.util.Map;

/** Workflows: jobs that depend on each other, created and cancelled together. */
public final class Workflows {

  private static final String PATH = "/api/v1/workflows";

  private final TypedCalls calls;
  private final TaplineHttp http;

  public Workflows(TaplineHttp http) {
    calls = new TypedCalls(http);
    this.http = http;
  }

  /** Workflows with their present status, newest first, without their jobs. */
  public Page<WorkflowView> list(WorkflowFilter filter) {
    return calls.page(PATH, filter.query(), WorkflowView.class);
  }

  /** Runs of one kind, newest first, each with a summary of its steps. */
  public Page<WorkflowRun> runs(String workflowKind, WorkflowFilter filter) {
    return calls.page(
        PATH + "/kinds/" + TypedCalls.in(workflowKind) + "/runs",
        filter.query(),
        WorkflowRun.class);
  }

  /** One workflow with its jobs and dependencies. */
  public WorkflowView get(String workflowId) {
    return calls.get(PATH + "/" + TypedCalls.in(workflowId), Map.of(), WorkflowView.class);
  }

  /** Creates all jobs of a workflow, or none. */
  public WorkflowAnswer create(WorkflowRequest request) {
    return WireJson.read(http.post(PATH, request.body()), WorkflowAnswer.class);
  }

  /** Cancels every job that has not ended. */
  public WorkflowAnswer cancel(String workflowId, String reason) {
    return WireJson.read(
        http.post(
            PATH + "/" + TypedCalls.in(workflowId) + "/cancel",
            new PlainRequest().set("reason", reason).body()),
        WorkflowAnswer.class);
  }
}
