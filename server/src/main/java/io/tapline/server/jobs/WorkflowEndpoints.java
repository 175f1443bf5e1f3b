package io.tapline.server.jobs;

import static io.tapline.api.ActionKey.CANCEL_SUBJECT_EXECUTION;
import static io.tapline.api.ActionKey.CREATE_WORKFLOW;

import io.tapline.api.Code;
import io.tapline.api.Limits;
import io.tapline.api.OnFailure;
import io.tapline.api.Page;
import io.tapline.api.WireField;
import io.tapline.api.WorkflowAnswer;
import io.tapline.api.WorkflowRun;
import io.tapline.api.WorkflowView;
import io.tapline.api.request.CreateWorkflow;
import io.tapline.api.request.RequestMeta;
import io.tapline.engine.Engine;
import io.tapline.engine.read.job.WorkflowReads;
import io.tapline.server.actions.ActionRequests;
import io.tapline.server.http.BodyReader;
import io.tapline.server.http.Endpoint;
import io.tapline.server.http.EndpointCall;
import io.tapline.server.http.EndpointGroup;
import io.tapline.server.http.HttpAnswer;
import io.tapline.server.http.ValueShape;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.springframework.stereotype.Component;

/** Workflows: jobs that depend on each other, created, read and cancelled as a whole. */
@Component
final class WorkflowEndpoints implements EndpointGroup {

  static final String WORKFLOWS = "/api/v1/workflows";

  private static final int RUNS = 20;

  private final Engine engine;
  private final AllowedExecutors executors;
  private final JobKinds kinds;

  WorkflowEndpoints(Engine engine, AllowedExecutors executors, JobKinds kinds) {
    this.engine = engine;
    this.executors = executors;
    this.kinds = kinds;
  }

  @Override
  public List<Endpoint> endpoints() {
    return List.of(create(), list(), runs(), one(), cancel());
  }

  private record NewWorkflow(
      RequestMeta meta,
      @WireField(required = true, length = Limits.NAME, about = "the kind of the workflow")
          String workflowKind,
      @WireField(
              required = true,
              length = Limits.NAME,
              about = "the generator of the workflow, such as MOT:template_1")
          String generator,
      @WireField(
              length = Limits.NAME,
              about = "the actor on whose behalf the request is sent; default: the" + " caller")
          String enqueuedBy,
      @WireField(required = true, entries = Limits.WORKFLOW, about = "its jobs") List<Step> jobs) {}

  /** The name of a step, with the name that refusals give the field. */
  private record StepName(
      @WireField(name = "jobs.name", required = true, length = Limits.NAME, about = "the name")
          String name) {}

  private record Step(
      @WireField(
              required = true,
              length = Limits.NAME,
              about = "the name of the job inside the workflow")
          String name,
      @WireField.Group JobRequest.Content content,
      JobRequest.Origin origin,
      @WireField(
              length = Limits.NAME,
              about = "the names of the jobs that must end before this one")
          List<String> after,
      @WireField(about = "the treatment of the job if one of these does not succeed; default: fail")
          OnFailure onFailure,
      @WireField(
              length = Limits.KEY,
              about = "default: the key of the workflow, a colon and the name")
          String idempotencyKey,
      @WireField(identifier = true, about = "default: that of the workflow")
          String correlationId) {}

  private Endpoint create() {
    return JobFields.verb(
            WORKFLOWS,
            CREATE_WORKFLOW,
            "Create a workflow: jobs that depend on each other, in one transaction",
            NewWorkflow.class)
        .mostBytes(BodyReader.MOST_BYTES)
        .answers(ValueShape.of(WorkflowAnswer.class))
        .refuses(Code.SUBSTRATE_DISABLED, Code.PAYLOAD_REFUSED, Code.PAYLOAD_TOO_LARGE)
        .handledBy(this::make);
  }

  private HttpAnswer make(EndpointCall call) throws IOException {
    var command = ActionRequests.body(call, NewWorkflow.class, null, body -> command(call, body));
    var answer = JobText.inWords(() -> engine.execute(call.caller(), command));
    var workflowEuid = answer.document().path("workflow_euid").asString();
    return call.ok(
        new WorkflowAnswer(
            answer.replayed(), engine.reads().workflows().one(call.tenantId(), workflowEuid)));
  }

  private CreateWorkflow command(EndpointCall call, NewWorkflow body) {
    var by = body.enqueuedBy();
    var steps = new ArrayList<CreateWorkflow.WorkflowStep>();
    for (var step : body.jobs() == null ? List.<Step>of() : body.jobs()) {
      steps.add(step(call, step, body.meta()));
    }
    return new CreateWorkflow(
        body.meta(),
        body.workflowKind(),
        body.generator(),
        by == null ? call.caller().principal() : by,
        steps);
  }

  private CreateWorkflow.WorkflowStep step(EndpointCall call, Step step, RequestMeta workflow) {
    JobText.requireFields(new StepName(step.name()));
    var key = step.idempotencyKey();
    var correlation = step.correlationId();
    var meta =
        new RequestMeta(
            key != null ? key : workflow.idempotencyKey() + ":" + step.name(),
            correlation != null ? correlation : workflow.correlationId(),
            workflow.traceId());
    var job =
        JobRequest.enqueue(
            meta,
            step.content(),
            step.origin(),
            JobRequest.Place.NONE,
            executors,
            call.caller().principal());
    kinds.require(call.tenantId(), job);
    return new CreateWorkflow.WorkflowStep(step.name(), job, step.after(), step.onFailure());
  }

  private Endpoint list() {
    return Endpoint.get(WORKFLOWS)
        .summary("Workflows, newest first, with their current status")
        .query("workflow_kind", JobFields.NAME, "only items of this kind")
        .query("limit", ValueShape.whole(1, Page.MAX_LIMIT), "items per page; default: 50")
        .query("cursor", ValueShape.text(1_000), "the next_cursor of the previous page")
        .answers(ValueShape.page(WorkflowView.class))
        .handledBy(
            call ->
                call.ok(
                    engine
                        .reads()
                        .workflows()
                        .page(
                            call.tenantId(),
                            call.text("workflow_kind"),
                            call.limit(),
                            call.cursor())));
  }

  private Endpoint runs() {
    return Endpoint.get(WORKFLOWS + "/kinds/{workflow_kind}/runs")
        .summary("The runs of one kind of workflow, newest first, with a summary of their steps")
        .path("workflow_kind", JobFields.NAME, "the kind")
        .query(
            "limit",
            ValueShape.whole(1, WorkflowReads.MOST_RUNS),
            "runs per page; " + RUNS + " if absent")
        .query("cursor", ValueShape.text(1_000), "the next_cursor of the previous page")
        .answers(ValueShape.page(WorkflowRun.class))
        .refuses(Code.NOT_FOUND)
        .handledBy(
            call ->
                call.ok(
                    engine
                        .reads()
                        .workflows()
                        .runs(
                            call.tenantId(),
                            call.path("workflow_kind"),
                            call.whole("limit", RUNS),
                            call.cursor())));
  }

  private Endpoint one() {
    return Endpoint.get(WORKFLOWS + "/{workflow_id}")
        .summary("One workflow with its jobs, their dependencies and current statuses")
        .path("workflow_id", JobFields.KEY, "the workflow")
        .answers(ValueShape.of(WorkflowView.class))
        .refuses(Code.NOT_FOUND)
        .handledBy(
            call ->
                call.ok(engine.reads().workflows().one(call.tenantId(), call.path("workflow_id"))));
  }

  private Endpoint cancel() {
    return JobFields.verb(
            WORKFLOWS + "/{workflow_id}/cancel",
            CANCEL_SUBJECT_EXECUTION,
            "Cancel all unfinished jobs of a workflow",
            JobFields.WithReason.class)
        .path("workflow_id", JobFields.KEY, "the workflow")
        .answers(ValueShape.of(WorkflowAnswer.class))
        .handledBy(this::cancelAll);
  }

  private HttpAnswer cancelAll(EndpointCall call) throws IOException {
    var request =
        ActionRequests.body(call, JobFields.WithReason.class, null, JobText::requireFields);
    var id = call.path("workflow_id");
    boolean any = engine.cancelWorkflow(call.caller(), request.meta(), id, request.reason());
    return call.ok(new WorkflowAnswer(!any, engine.reads().workflows().one(call.tenantId(), id)));
  }
}
