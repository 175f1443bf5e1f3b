package io.tapline.server.execution;

import static io.tapline.api.ActionKey.CANCEL_SUBJECT_EXECUTION;
import static io.tapline.api.ActionKey.ENQUEUE_SUBJECT;
import static io.tapline.api.ActionKey.PREPARE_SUBJECT;
import static io.tapline.api.ActionKey.RECORD_EXTERNAL_RESULT;
import static io.tapline.api.ActionKey.REQUEUE_SUBJECT;

import io.tapline.api.Code;
import io.tapline.api.Limits;
import io.tapline.api.LineageView;
import io.tapline.engine.Engine;
import io.tapline.engine.read.ReadModels;
import io.tapline.engine.read.lineage.LineageDirection;
import io.tapline.engine.read.lineage.LineageReads;
import io.tapline.server.actions.ActionRequests;
import io.tapline.server.actions.ApiPaths;
import io.tapline.server.actions.WireFields;
import io.tapline.server.http.Endpoint;
import io.tapline.server.http.EndpointGroup;
import io.tapline.server.http.ValueShape;
import io.tapline.tapdb.Lineage;
import java.util.Arrays;
import java.util.List;
import org.springframework.stereotype.Component;

/** Jobs: their state, their evidence, and the actions of operators on them. */
@Component
final class SubjectEndpoints implements EndpointGroup {

  private static final String SUBJECT = ApiPaths.EXECUTION + "/subjects/{euid}";

  private static final ValueShape DIRECTION =
      ValueShape.choice(
          Arrays.stream(LineageDirection.values()).map(LineageDirection::wire).toList());

  private final ReadModels reads;
  private final ActionRequests actions;

  SubjectEndpoints(Engine engine, ActionRequests actions) {
    this.reads = engine.reads();
    this.actions = actions;
  }

  @Override
  public List<Endpoint> endpoints() {
    return List.of(
        one(), history(), lineage(), prepare(), enqueue(), requeue(), cancel(), externalResult());
  }

  private Endpoint one() {
    return Endpoint.get(SUBJECT)
        .summary("One job: its envelope, and the reasons why it can or cannot be claimed")
        .path("euid", WireFields.KEY, "the job")
        .query(
            "worker_euid",
            WireFields.KEY,
            "the worker that would claim the job; default: any worker")
        .answers(EvidenceShapes.SUBJECT)
        .refuses(Code.NOT_FOUND)
        .handledBy(
            call ->
                call.ok(
                    reads
                        .subjects()
                        .one(call.tenantId(), call.path("euid"), call.text("worker_euid"))));
  }

  private Endpoint history() {
    return Endpoint.get(SUBJECT + "/history")
        .summary("The history of a job: each kind of evidence, oldest first")
        .path("euid", WireFields.KEY, "the job")
        .answers(EvidenceShapes.HISTORY)
        .refuses(Code.NOT_FOUND)
        .handledBy(call -> call.ok(reads.history().historyOf(call.tenantId(), call.path("euid"))));
  }

  private Endpoint lineage() {
    return Endpoint.get(SUBJECT + "/lineage")
        .summary("Lineage of a job: its ancestors and descendants, with their actors and actions")
        .path("euid", WireFields.KEY, "the job")
        .query("direction", DIRECTION, "up: ancestors; down: descendants")
        .query(
            "depth",
            ValueShape.whole(1, Lineage.MAX_DEPTH),
            "the number of steps; " + LineageReads.DEFAULT_DEPTH + " if absent")
        .answers(ValueShape.of(LineageView.class))
        .refuses(Code.NOT_FOUND)
        .handledBy(
            call -> {
              var direction =
                  call.choice("direction", LineageDirection.class, LineageDirection::wire);
              return call.ok(
                  reads
                      .lineage()
                      .lineageOf(
                          call.tenantId(),
                          call.path("euid"),
                          direction == null ? LineageDirection.BOTH : direction,
                          call.whole("depth", LineageReads.DEFAULT_DEPTH)));
            });
  }

  private Endpoint prepare() {
    return actions
        .declare(
            "prepare", PREPARE_SUBJECT, "Create a job in the state PENDING, to be enqueued later")
        .refuses(Code.PAYLOAD_TOO_LARGE)
        .handledBy(call -> actions.one(call, PREPARE_SUBJECT));
  }

  private Endpoint enqueue() {
    return actions
        .declare("enqueue", ENQUEUE_SUBJECT, "Enqueue a new job or a prepared one")
        .batch(Limits.ENQUEUE)
        .refuses(
            Code.PAYLOAD_TOO_LARGE,
            Code.PAYLOAD_REFUSED,
            Code.SUBSTRATE_DISABLED,
            Code.SUBJECT_HELD,
            Code.SUBJECT_TERMINAL,
            Code.REVISION_CONFLICT,
            Code.STATE_CONFLICT,
            Code.INVALID_TRANSITION)
        .handledBy(call -> actions.oneOrMany(call, ENQUEUE_SUBJECT));
  }

  private Endpoint requeue() {
    return actions
        .declare("requeue", REQUEUE_SUBJECT, "Return a job to READY and reset its attempt count")
        .refuses(
            Code.ALREADY_LEASED,
            Code.SUBJECT_HELD,
            Code.REVISION_CONFLICT,
            Code.STATE_CONFLICT,
            Code.INVALID_TRANSITION,
            Code.PAYLOAD_REFUSED)
        .handledBy(call -> actions.one(call, REQUEUE_SUBJECT));
  }

  private Endpoint cancel() {
    return actions
        .declare(
            "cancel",
            CANCEL_SUBJECT_EXECUTION,
            "Cancel a job: hard at once, soft by a request to its worker")
        .refuses(
            Code.SUBJECT_TERMINAL,
            Code.REVISION_CONFLICT,
            Code.STATE_CONFLICT,
            Code.INVALID_TRANSITION)
        .handledBy(call -> actions.one(call, CANCEL_SUBJECT_EXECUTION));
  }

  private Endpoint externalResult() {
    return actions
        .declare("external-result", RECORD_EXTERNAL_RESULT, "Record the result of external work")
        .refuses(
            Code.SUBJECT_HELD,
            Code.SUBJECT_TERMINAL,
            Code.REVISION_CONFLICT,
            Code.STATE_CONFLICT,
            Code.INVALID_TRANSITION,
            Code.PAYLOAD_TOO_LARGE,
            Code.PAYLOAD_REFUSED,
            Code.QUEUE_DISABLED,
            Code.MANUAL_ONLY,
            Code.WORKER_DISABLED,
            Code.WORKER_DRAINING,
            Code.CAPABILITY_MISMATCH,
            Code.SCOPE_MISMATCH,
            Code.LEASE_LIMIT_REACHED,
            Code.DOMAIN_ACTION_REQUIRED)
        .handledBy(call -> actions.one(call, RECORD_EXTERNAL_RESULT));
  }
}
