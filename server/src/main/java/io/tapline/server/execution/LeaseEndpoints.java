package io.tapline.server.execution;

import static io.tapline.api.ActionKey.COMPLETE_QUEUE_EXECUTION;
import static io.tapline.api.ActionKey.DISPATCH_EXTERNAL;
import static io.tapline.api.ActionKey.EXPIRE_QUEUE_LEASE;
import static io.tapline.api.ActionKey.FAIL_QUEUE_EXECUTION;
import static io.tapline.api.ActionKey.RELEASE_QUEUE_LEASE;
import static io.tapline.api.ActionKey.RENEW_QUEUE_LEASE;
import static io.tapline.api.ActionKey.REPORT_PROGRESS;
import static io.tapline.api.ActionKey.START_QUEUE_EXECUTION;

import io.tapline.api.ActionKey;
import io.tapline.api.Code;
import io.tapline.api.ExecutionState;
import io.tapline.api.LeaseStatus;
import io.tapline.api.Limits;
import io.tapline.engine.Engine;
import io.tapline.engine.action.ActionTable;
import io.tapline.engine.action.ResultAction;
import io.tapline.engine.read.ReadModels;
import io.tapline.engine.read.evidence.LeaseFilter;
import io.tapline.server.actions.ActionRequests;
import io.tapline.server.actions.AnswerShapes;
import io.tapline.server.actions.ApiPaths;
import io.tapline.server.actions.WireFields;
import io.tapline.server.database.ConnectionShare;
import io.tapline.server.http.ApiField;
import io.tapline.server.http.Endpoint;
import io.tapline.server.http.EndpointCall;
import io.tapline.server.http.EndpointGroup;
import io.tapline.server.http.ProblemCode;
import io.tapline.server.http.ValueShape;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.springframework.stereotype.Component;

/** Leases: the actions of the worker that holds one. Claims grant them. */
@Component
final class LeaseEndpoints implements EndpointGroup {

  private final ReadModels reads;
  private final ActionRequests actions;
  private final ReportActions reports;

  LeaseEndpoints(Engine engine, ActionRequests actions, ReportActions reports) {
    this.reads = engine.reads();
    this.actions = actions;
    this.reports = reports;
  }

  @Override
  public List<Endpoint> endpoints() {
    return List.of(
        list(),
        start(),
        renew(),
        progress(),
        release(),
        complete(),
        fail(),
        results(),
        dispatch(),
        expire());
  }

  private Endpoint list() {
    return WireFields.paged(Endpoint.get(ApiPaths.EXECUTION + "/leases"))
        .summary(
            "Leases of all jobs, oldest first, without their tokens. The server examines a"
                + " limited number for each page: a page may be short and have a next one")
        .query("status", ValueShape.choice(LeaseStatus.class), "only items with this status")
        .query("queue_key", WireFields.KEY, "only items of this queue")
        .query(
            "queues",
            ValueShape.choice(WireFields.LISTED),
            "listed: only jobs of queues that GET /queues returns to the caller, with the"
                + " same counts")
        .query("worker_euid", WireFields.KEY, "only items of this worker")
        .query(
            "state",
            ValueShape.choice(ExecutionState.class),
            "only items of jobs that are in this state now")
        .query("site", WireFields.NAME, "only items of jobs of this site")
        .query("platform", WireFields.NAME, "only items of jobs of this platform")
        .query("assay", WireFields.NAME, "only items of jobs of this assay")
        .answers(ValueShape.page(EvidenceShapes.LEASE))
        .refuses(Code.NOT_FOUND)
        .handledBy(
            call ->
                call.ok(
                    reads
                        .evidence()
                        .leases(call.tenantId(), filter(call), call.limit(), call.cursor())));
  }

  private static LeaseFilter filter(EndpointCall call) {
    return new LeaseFilter(
        call.choice("status", LeaseStatus.class),
        call.text("queue_key"),
        call.text("worker_euid"),
        WireFields.audience(call),
        call.choice("state", ExecutionState.class),
        call.text("site"),
        call.text("platform"),
        call.text("assay"));
  }

  /** An action of the worker that holds the lease. */
  private Endpoint.Builder verb(String path, ActionKey action, String summary, ApiField... more) {
    return actions
        .declare(path, action, summary, more)
        .refuses(
            Code.NOT_LEASE_OWNER,
            Code.LEASE_EXPIRED,
            Code.LEASE_NOT_ACTIVE,
            Code.SUBJECT_HELD,
            Code.SUBJECT_TERMINAL,
            Code.REVISION_CONFLICT,
            Code.STATE_CONFLICT,
            Code.INVALID_TRANSITION);
  }

  /** An action that ends the work, and may carry a claim. */
  private Endpoint.Builder report(String path, ActionKey action, String summary) {
    return ReportActions.asking(
            verb(path, action, summary, ReportActions.CLAIM_NEXT)
                .answers(AnswerShapes.asking(action))
                .refuses(Code.PAYLOAD_TOO_LARGE, Code.PAYLOAD_REFUSED))
        .batch(Limits.BATCH);
  }

  private Endpoint start() {
    return verb("start", START_QUEUE_EXECUTION, "Start the execution of a leased job")
        .batch(Limits.BATCH)
        .handledBy(call -> actions.oneOrMany(call, START_QUEUE_EXECUTION));
  }

  private Endpoint renew() {
    return verb("renew-lease", RENEW_QUEUE_LEASE, "Renew a lease: its full term begins again now")
        .refuses(Code.WORKER_DISABLED)
        .batch(Limits.BATCH)
        .handledBy(call -> actions.oneOrMany(call, RENEW_QUEUE_LEASE));
  }

  private Endpoint progress() {
    return verb(
            "progress",
            REPORT_PROGRESS,
            "Report progress: shown while the lease is live, deleted soon after")
        .batch(Limits.BATCH)
        .handledBy(call -> actions.oneOrMany(call, REPORT_PROGRESS));
  }

  private Endpoint release() {
    return verb(
            "release-lease",
            RELEASE_QUEUE_LEASE,
            "Release a lease: the job returns to its queue, and no attempt is spent")
        .batch(Limits.BATCH)
        .handledBy(call -> actions.oneOrMany(call, RELEASE_QUEUE_LEASE));
  }

  private Endpoint complete() {
    return report(
            "complete",
            COMPLETE_QUEUE_EXECUTION,
            "Complete the step of a job: the job moves to its next queue, or is COMPLETED")
        .refuses(Code.DOMAIN_ACTION_REQUIRED)
        .handledBy(call -> reports.oneOrMany(call, COMPLETE_QUEUE_EXECUTION));
  }

  private Endpoint fail() {
    return report(
            "fail",
            FAIL_QUEUE_EXECUTION,
            "Report a failure; the error class determines the next state of the job")
        .handledBy(call -> reports.oneOrMany(call, FAIL_QUEUE_EXECUTION));
  }

  /**
   * Its fields are derived from the three requests that it combines, so that each field is
   * described once.
   */
  private Endpoint results() {
    var parts = new LinkedHashMap<String, Endpoint>();
    parts.put(ResultAction.COMPLETE.wire(), complete());
    parts.put(ResultAction.FAIL.wire(), fail());
    parts.put(ResultAction.RELEASE_LEASE.wire(), release());
    var fields = new ArrayList<ApiField>();
    fields.add(
        ApiField.required(
            ResultAction.FIELD,
            ValueShape.choice(ResultAction.wires()),
            "the action; the other fields are those of its request"));
    fields.addAll(ResultFields.of(parts));
    var action = ResultAction.COMPLETE.action();
    var results =
        actions
            .declare(
                "report-results",
                ActionTable.of(action).roles(),
                "Report the results of several jobs, of different kinds, and optionally"
                    + " claim more",
                AnswerShapes.asking(action),
                ActionTable.of(action).expected(),
                fields)
            .share(ConnectionShare.of(action))
            .batch(Limits.BATCH);
    parts.values().forEach(part -> results.refuses(part.refusals().toArray(ProblemCode[]::new)));
    return ReportActions.asking(results).handledBy(reports::results);
  }

  private Endpoint dispatch() {
    return verb(
            "dispatch-external",
            DISPATCH_EXTERNAL,
            "Dispatch the step to an external system; its result is recorded later")
        .refuses(Code.PAYLOAD_TOO_LARGE, Code.PAYLOAD_REFUSED)
        .handledBy(call -> actions.one(call, DISPATCH_EXTERNAL));
  }

  private Endpoint expire() {
    return actions
        .declare(
            "expire-lease",
            EXPIRE_QUEUE_LEASE,
            "End a lease as if it had lapsed; an administrator may end a live one")
        .refuses(Code.LEASE_NOT_ACTIVE, Code.REVISION_CONFLICT, Code.STATE_CONFLICT)
        .handledBy(call -> actions.one(call, EXPIRE_QUEUE_LEASE));
  }
}
