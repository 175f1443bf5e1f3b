package io.tapline.client.api;

import io.tapline.api.Page;
import io.tapline.api.WorkflowAnswer;
import io.tapline.api.WorkflowRun;
import io.tapline.api.WorkflowView;
import io.tapline.client.http.TaplineHttp;
import io.tapline.client.http.WireJson;
import java.util.Map;

/** Jobs that depend on each other: made, seen and cancelled as a whole. */
public final class Workflows {

  private static final String PATH = "/api/v1/workflows";

  private final TypedCalls calls;
  private final TaplineHttp http;

  public Workflows(TaplineHttp http) {
    calls = new TypedCalls(http);
    this.http = http;
  }

  /** The newest first, each as it stands now, without its jobs. */
  public Page<WorkflowView> list(WorkflowFilter filter) {
    return calls.page(PATH, filter.query(), WorkflowView.class);
  }

  /** The runs of one kind, the newest first, each with its steps in short. */
  public Page<WorkflowRun> runs(String workflowKind, WorkflowFilter filter) {
    return calls.page(
        PATH + "/kinds/" + TypedCalls.in(workflowKind) + "/runs",
        filter.query(),
        WorkflowRun.class);
  }

  /** One, with its jobs and who depends on whom. */
  public WorkflowView get(String workflowId) {
    return calls.get(PATH + "/" + TypedCalls.in(workflowId), Map.of(), WorkflowView.class);
  }

  /** All of its jobs are made, or nothing is. */
  public WorkflowAnswer create(WorkflowRequest request) {
    return WireJson.read(http.post(PATH, request.body()), WorkflowAnswer.class);
  }

  /** Every job that has not ended is cancelled. */
  public WorkflowAnswer cancel(String workflowId, String reason) {
    return WireJson.read(
        http.post(
            PATH + "/" + TypedCalls.in(workflowId) + "/cancel",
            new PlainRequest().set("reason", reason).body()),
        WorkflowAnswer.class);
  }
}
