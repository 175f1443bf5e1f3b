package io.tapline.server.execution;

import static io.tapline.engine.model.ActionKey.DISABLE_WORKER;
import static io.tapline.engine.model.ActionKey.DRAIN_WORKER;
import static io.tapline.engine.model.ActionKey.ENABLE_WORKER;
import static io.tapline.engine.model.ActionKey.HEARTBEAT_WORKER;
import static io.tapline.engine.model.ActionKey.REGISTER_WORKER;
import static io.tapline.engine.model.ActionKey.RETIRE_WORKER;

import io.tapline.api.Code;
import io.tapline.api.Page;
import io.tapline.api.WorkerAttempt;
import io.tapline.api.WorkerReach;
import io.tapline.engine.Engine;
import io.tapline.engine.model.ActionKey;
import io.tapline.engine.model.WorkerStatus;
import io.tapline.engine.read.base.QueueAudience;
import io.tapline.engine.read.worker.WorkerView;
import io.tapline.server.actions.ActionRequests;
import io.tapline.server.actions.ApiPaths;
import io.tapline.server.actions.WireFields;
import io.tapline.server.http.Endpoint;
import io.tapline.server.http.EndpointGroup;
import io.tapline.server.http.ValueShape;
import java.util.List;
import org.springframework.stereotype.Component;

/** Workers: their status, their capabilities and their permission to work. */
@Component
final class WorkerEndpoints implements EndpointGroup {

  private static final String WORKERS = ApiPaths.EXECUTION + "/workers";
  private final Engine engine;
  private final ActionRequests actions;

  WorkerEndpoints(Engine engine, ActionRequests actions) {
    this.engine = engine;
    this.actions = actions;
  }

  @Override
  public List<Endpoint> endpoints() {
    return List.of(
        list(),
        one(),
        reach(),
        attempts(),
        changes(),
        register(),
        heartbeat(),
        administer("drain-worker", DRAIN_WORKER, "Let a worker finish and take nothing new"),
        administer("disable-worker", DISABLE_WORKER, "A worker may neither claim nor renew"),
        administer("enable-worker", ENABLE_WORKER, "A worker may work again"),
        administer("retire-worker", RETIRE_WORKER, "End a worker for good, and its leases"));
  }

  private Endpoint list() {
    return WireFields.paged(Endpoint.get(WORKERS))
        .summary("Workers, oldest first")
        .query("status", ValueShape.choice(WorkerStatus.class), "only those that have it now")
        .answers(ValueShape.page(WorkerView.class))
        .handledBy(
            call ->
                call.ok(
                    engine
                        .reads()
                        .workers()
                        .list(
                            call.tenantId(),
                            call.choice("status", WorkerStatus.class),
                            call.limit(),
                            call.cursor())));
  }

  private Endpoint one() {
    return Endpoint.get(WORKERS + "/{worker_euid}")
        .summary("One worker")
        .path("worker_euid", WireFields.KEY, "the worker")
        .answers(ValueShape.of(WorkerView.class))
        .refuses(Code.NOT_FOUND)
        .handledBy(
            call ->
                call.ok(engine.reads().workers().one(call.tenantId(), call.path("worker_euid"))));
  }

  private Endpoint reach() {
    return Endpoint.get(WORKERS + "/{worker_euid}/queues")
        .summary("Which queues a worker can serve, and why not the others")
        .path("worker_euid", WireFields.KEY, "the worker")
        .answers(ValueShape.page(WorkerReach.class))
        .refuses(Code.NOT_FOUND)
        .handledBy(
            call ->
                call.ok(
                    new Page<>(
                        engine
                            .reads()
                            .workers()
                            .reach(
                                call.tenantId(),
                                QueueAudience.of(call.caller()),
                                call.path("worker_euid")),
                        null)));
  }

  private Endpoint attempts() {
    return HistoryEndpoint.paged(
        WORKERS + "/{worker_euid}/attempts",
        "worker_euid",
        "the worker",
        "What a worker claimed, the newest first, and how each ended",
        ValueShape.page(WorkerAttempt.class),
        engine.reads().workerHistory()::attempts);
  }

  private Endpoint changes() {
    return HistoryEndpoint.paged(
        WORKERS + "/{worker_euid}/changes",
        "worker_euid",
        "the worker",
        "When a worker registered, and who drained, disabled or retired it, newest first",
        ValueShape.page(EvidenceShapes.TRAIL),
        engine.reads().workerHistory()::changes);
  }

  private Endpoint register() {
    return actions
        .declare(
            "register-worker",
            REGISTER_WORKER,
            "A worker process says that it is there, and what it can do")
        .refuses(Code.WORKER_DISABLED, Code.INVALID_TRANSITION, Code.NOT_LEASE_OWNER)
        .handledBy(call -> actions.one(call, REGISTER_WORKER));
  }

  private Endpoint heartbeat() {
    return actions
        .declare(
            "heartbeat-worker",
            HEARTBEAT_WORKER,
            "The worker is alive; the answer tells what it has lost and what is to be cancelled")
        .refuses(Code.WORKER_DISABLED, Code.INVALID_TRANSITION, Code.NOT_LEASE_OWNER)
        .handledBy(call -> actions.one(call, HEARTBEAT_WORKER));
  }

  private Endpoint administer(String path, ActionKey action, String summary) {
    return actions
        .declare(path, action, summary)
        .refuses(Code.INVALID_TRANSITION)
        .handledBy(call -> actions.one(call, action));
  }
}
