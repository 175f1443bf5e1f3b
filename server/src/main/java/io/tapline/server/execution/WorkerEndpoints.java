package io.tapline.server.execution;

import static io.tapline.api.ActionKey.DISABLE_WORKER;
import static io.tapline.api.ActionKey.DRAIN_WORKER;
import static io.tapline.api.ActionKey.ENABLE_WORKER;
import static io.tapline.api.ActionKey.HEARTBEAT_WORKER;
import static io.tapline.api.ActionKey.REGISTER_WORKER;
import static io.tapline.api.ActionKey.RETIRE_WORKER;

import io.tapline.api.ActionKey;
import io.tapline.api.Code;
import io.tapline.api.Page;
import io.tapline.api.WorkerAttempt;
import io.tapline.api.WorkerReach;
import io.tapline.api.WorkerStatus;
import io.tapline.engine.Engine;
import io.tapline.engine.read.ReadModels;
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
  private final ReadModels reads;
  private final ActionRequests actions;

  WorkerEndpoints(Engine engine, ActionRequests actions) {
    this.reads = engine.reads();
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
        administer(
            "drain-worker",
            DRAIN_WORKER,
            "Drain a worker: it finishes its jobs and claims no new ones"),
        administer(
            "disable-worker", DISABLE_WORKER, "Disable a worker: it can neither claim nor renew"),
        administer("enable-worker", ENABLE_WORKER, "Enable a worker"),
        administer("retire-worker", RETIRE_WORKER, "Retire a worker permanently; its leases end"));
  }

  private Endpoint list() {
    return WireFields.paged(Endpoint.get(WORKERS))
        .summary("Workers, oldest first")
        .query("status", ValueShape.choice(WorkerStatus.class), "only workers with this status")
        .answers(ValueShape.page(WorkerView.class))
        .handledBy(
            call ->
                call.ok(
                    reads
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
        .handledBy(call -> call.ok(reads.workers().one(call.tenantId(), call.path("worker_euid"))));
  }

  private Endpoint reach() {
    return Endpoint.get(WORKERS + "/{worker_euid}/queues")
        .summary("The queues of a tenant: whether a worker can serve them, and the reason if not")
        .path("worker_euid", WireFields.KEY, "the worker")
        .answers(ValueShape.page(WorkerReach.class))
        .refuses(Code.NOT_FOUND)
        .handledBy(
            call ->
                call.ok(
                    new Page<>(
                        reads
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
        "The attempts of a worker, newest first, with their results",
        ValueShape.page(WorkerAttempt.class),
        reads.workerHistory()::attempts);
  }

  private Endpoint changes() {
    return HistoryEndpoint.paged(
        WORKERS + "/{worker_euid}/changes",
        "worker_euid",
        "the worker",
        "Registrations and changes of a worker, newest first, with their actors",
        ValueShape.page(EvidenceShapes.TRAIL),
        reads.workerHistory()::changes);
  }

  private Endpoint register() {
    return actions
        .declare(
            "register-worker", REGISTER_WORKER, "Register a worker process with its capabilities")
        .refuses(Code.WORKER_DISABLED, Code.INVALID_TRANSITION, Code.NOT_LEASE_OWNER)
        .handledBy(call -> actions.one(call, REGISTER_WORKER));
  }

  private Endpoint heartbeat() {
    return actions
        .declare(
            "heartbeat-worker",
            HEARTBEAT_WORKER,
            "Send a heartbeat; the answer contains lost leases and cancel requests")
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
