package io.tapline.server.tasks;

import io.tapline.api.Limits;
import io.tapline.engine.Engine;
import io.tapline.engine.model.ActionAnswer;
import io.tapline.engine.read.ReadModels;
import io.tapline.engine.read.base.OffsetPage;
import io.tapline.engine.read.task.JobWorker;
import io.tapline.server.database.ConnectionShare;
import io.tapline.server.http.Endpoint;
import io.tapline.server.http.EndpointCall;
import io.tapline.server.http.EndpointGroup;
import io.tapline.server.http.HttpAnswer;
import io.tapline.server.http.ProblemCode;
import io.tapline.server.http.ValueShape;
import io.tapline.tapdb.EuidUuid;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.springframework.stereotype.Component;

/** Workers of the tasks API: each belongs to the principal that created it. */
@Component
final class TaskWorkerEndpoints implements EndpointGroup {

  record TaskWorker(UUID id, Instant lastHeartbeat) {}

  /**
   * The answer to a heartbeat.
   *
   * @param cancelRequested tasks that the worker should stop
   */
  record WorkerHeartbeat(UUID id, Instant lastHeartbeat, List<UUID> cancelRequested) {}

  record ListedTaskWorker(UUID id, Instant lastHeartbeat, int jobCount) {}

  private static final ValueShape ROOM = ValueShape.text(Limits.NAME);

  private final ReadModels reads;
  private final TaskJobRegistry registry;

  TaskWorkerEndpoints(Engine engine, TaskJobRegistry registry) {
    this.reads = engine.reads();
    this.registry = registry;
  }

  @Override
  public List<Endpoint> endpoints() {
    return List.of(
        Endpoint.post(TaskPaths.WORKERS)
            .summary("Create a worker of the caller")
            .dialect(TaskProblems.DIALECT)
            .succeedsWith(201)
            .answers(ValueShape.of(TaskWorker.class))
            .handledBy(
                call -> call.answer(201, worker(registry.register(call.caller())), Map.of())),
        TaskPaging.declare(Endpoint.get(TaskPaths.WORKERS))
            .summary("Workers, newest first")
            .dialect(TaskProblems.DIALECT)
            .answers(ValueShape.countedPage(ListedTaskWorker.class))
            .handledBy(this::all),
        Endpoint.patch(TaskPaths.WORKERS + "/{id}")
            .summary(
                "Send a heartbeat: the worker keeps its claimed tasks. The answer lists"
                    + " tasks with a cancel request")
            .share(ConnectionShare.RENEWAL)
            .dialect(TaskProblems.DIALECT)
            .path("id", TaskId.SHAPE, "the worker")
            .answers(ValueShape.of(WorkerHeartbeat.class))
            .refuses(TaskProblems.WORKER_NOT_FOUND, ProblemCode.FORBIDDEN)
            .handledBy(
                call -> call.ok(heartbeat(registry.heartbeat(call.caller(), TaskId.of(call))))),
        Endpoint.delete(TaskPaths.WORKERS + "/{id}")
            .summary("Remove a worker; its claimed tasks fail")
            .dialect(TaskProblems.DIALECT)
            .path("id", TaskId.SHAPE, "the worker")
            .succeedsWith(204)
            .answers(ValueShape.nothing())
            .refuses(TaskProblems.WORKER_NOT_FOUND, ProblemCode.FORBIDDEN)
            .handledBy(this::delete),
        TaskPaging.declare(Endpoint.get(TaskPaths.ROOM + "/workers"))
            .summary("Workers of the jobs that are visible in a room, newest first")
            .dialect(TaskProblems.DIALECT)
            .path("room", ROOM, "the room")
            .answers(ValueShape.countedPage(ListedTaskWorker.class))
            .refuses(TaskProblems.INVALID_ROOM_ID)
            .handledBy(this::ofRoom));
  }

  private static TaskWorker worker(ActionAnswer answer) {
    var document = answer.document();
    return new TaskWorker(
        EuidUuid.of(answer.workerEuid()), Instant.parse(document.path("heartbeat_at").asString()));
  }

  private static WorkerHeartbeat heartbeat(ActionAnswer answer) {
    var worker = worker(answer);
    var tasks =
        answer
            .document()
            .path("cancel_requested")
            .valueStream()
            .map(task -> EuidUuid.of(task.asString()))
            .toList();
    return new WorkerHeartbeat(worker.id(), worker.lastHeartbeat(), tasks);
  }

  private HttpAnswer all(EndpointCall call) {
    var paging = TaskPaging.of(call);
    return call.ok(listed(reads.jobs().workers(call.tenantId(), paging.limit(), paging.offset())));
  }

  private HttpAnswer ofRoom(EndpointCall call) {
    var room = TaskRooms.of(call);
    var paging = TaskPaging.of(call);
    return call.ok(
        listed(reads.jobs().workers(call.tenantId(), room, paging.limit(), paging.offset())));
  }

  private static OffsetPage<ListedTaskWorker> listed(OffsetPage<JobWorker> page) {
    return page.map(
        worker ->
            new ListedTaskWorker(
                EuidUuid.of(worker.euid()),
                worker.profile().heartbeatAt(),
                worker.queueKeys().size()));
  }

  private HttpAnswer delete(EndpointCall call) {
    registry.delete(call.caller(), TaskId.of(call));
    return HttpAnswer.empty(204);
  }
}
