package io.tapline.server.jobs;

import static io.tapline.engine.model.ActionKey.CANCEL_SUBJECT_EXECUTION;
import static io.tapline.engine.model.ActionKey.CREATE_WORKFLOW;

import io.tapline.api.Code;
import io.tapline.api.Page;
import io.tapline.api.WorkflowAnswer;
import io.tapline.api.WorkflowRun;
import io.tapline.api.WorkflowView;
import io.tapline.engine.Engine;
import io.tapline.engine.command.CreateWorkflow;
import io.tapline.engine.command.Limits;
import io.tapline.engine.command.RequestFields;
import io.tapline.engine.command.RequestMeta;
import io.tapline.engine.read.job.WorkflowReads;
import io.tapline.server.actions.ActionRequests;
import io.tapline.server.actions.WireFields;
import io.tapline.server.http.ApiField;
import io.tapline.server.http.Endpoint;
import io.tapline.server.http.EndpointCall;
import io.tapline.server.http.EndpointGroup;
import io.tapline.server.http.HttpAnswer;
import io.tapline.server.http.RequestBody;
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

  private static ValueShape job() {
    var fields = new ArrayList<ApiField>();
    fields.add(
        ApiField.required("name", JobFields.NAME, "the name of the job inside the workflow"));
    fields.addAll(JobRequest.FIELDS);
    fields.add(
        ApiField.optional(
            "after",
            ValueShape.many(JobFields.NAME, Limits.LIST),
            "the names of the jobs that must end before this one"));
    fields.add(JobRequest.onFailure());
    fields.add(
        ApiField.optional(
            "idempotency_key",
            JobFields.KEY,
            "default: the key of the workflow, a colon and the name"));
    fields.add(
        ApiField.optional("correlation_id", WireFields.CODE, "default: that of the workflow"));
    return ValueShape.fields(fields.toArray(ApiField[]::new));
  }

  private Endpoint create() {
    return JobFields.verb(
            WORKFLOWS,
            CREATE_WORKFLOW,
            "Create a workflow: jobs that depend on each other, in one transaction",
            ApiField.required("workflow_kind", JobFields.NAME, "the kind of the workflow"),
            ApiField.required(
                "generator",
                JobFields.NAME,
                "the generator of the workflow, such as MOT:template_1"),
            ApiField.optional(
                "enqueued_by",
                JobFields.NAME,
                "the actor on whose behalf the request is sent; default: the caller"),
            ApiField.required("jobs", ValueShape.many(job(), Limits.WORKFLOW), "its jobs"))
        .mostBytes(RequestBody.MOST_BYTES)
        .answers(ValueShape.of(WorkflowAnswer.class))
        .refuses(Code.SUBSTRATE_DISABLED, Code.PAYLOAD_REFUSED, Code.PAYLOAD_TOO_LARGE)
        .handledBy(this::make);
  }

  private HttpAnswer make(EndpointCall call) throws IOException {
    var body = call.body();
    var f = new RequestFields(body);
    var meta = ActionRequests.meta(call, f, body);
    var by = f.text("enqueued_by");
    var steps = new ArrayList<CreateWorkflow.WorkflowStep>();
    for (var job : f.objects("jobs")) {
      steps.add(step(call, job, meta));
    }
    var command =
        new CreateWorkflow(
            meta,
            f.text("workflow_kind"),
            f.text("generator"),
            by == null ? call.caller().principal() : by,
            steps);
    f.nothingElse();
    var answer = JobText.inWords(() -> engine.execute(call.caller(), command));
    var workflowEuid = answer.document().path("workflow_euid").asString();
    return call.ok(
        new WorkflowAnswer(
            answer.replayed(), engine.reads().workflows().one(call.tenantId(), workflowEuid)));
  }

  private CreateWorkflow.WorkflowStep step(
      EndpointCall call, RequestFields f, RequestMeta workflow) {
    var name = JobText.required("jobs.name", f.text("name"), Limits.NAME);
    var key = f.text("idempotency_key");
    var correlation = f.text("correlation_id");
    var meta =
        new RequestMeta(
            key != null ? key : workflow.idempotencyKey() + ":" + name,
            correlation != null ? correlation : workflow.correlationId(),
            workflow.traceId());
    var job = JobRequest.read(f, meta, executors, call.caller().principal(), false);
    var workflowStep =
        new CreateWorkflow.WorkflowStep(name, job, f.texts("after"), JobRequest.onFailure(f));
    f.nothingElse();
    kinds.require(call.tenantId(), job);
    return workflowStep;
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
        .summary(
            "The runs of one kind of workflow, newest first, with a summary of their steps")
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
            JobFields.REASON)
        .path("workflow_id", JobFields.KEY, "the workflow")
        .answers(ValueShape.of(WorkflowAnswer.class))
        .handledBy(this::cancelAll);
  }

  private HttpAnswer cancelAll(EndpointCall call) throws IOException {
    var body = call.body();
    var f = new RequestFields(body);
    var meta = ActionRequests.meta(call, f, body);
    var reason = JobText.required("reason", f.text("reason"), Limits.TEXT);
    f.nothingElse();
    var id = call.path("workflow_id");
    boolean any = engine.cancelWorkflow(call.caller(), meta, id, reason);
    return call.ok(new WorkflowAnswer(!any, engine.reads().workflows().one(call.tenantId(), id)));
  }
}
