package io.tapline.server.tasks;

import io.tapline.api.Code;
import io.tapline.api.JobName;
import io.tapline.api.Limits;
import io.tapline.api.Submission;
import io.tapline.api.WordList;
import io.tapline.api.request.Claim;
import io.tapline.api.request.ClaimBuilder;
import io.tapline.api.request.Enqueue;
import io.tapline.api.request.EnqueueBuilder;
import io.tapline.engine.Engine;
import io.tapline.engine.model.RefusedException;
import io.tapline.engine.read.task.TaskReads;
import io.tapline.engine.read.task.TaskView;
import io.tapline.server.actions.RequestShapes;
import io.tapline.server.base.ServerDrain;
import io.tapline.server.database.ConnectionShare;
import io.tapline.server.http.ApiField;
import io.tapline.server.http.Endpoint;
import io.tapline.server.http.EndpointCall;
import io.tapline.server.http.EndpointGroup;
import io.tapline.server.http.HttpAnswer;
import io.tapline.server.http.ProblemCode;
import io.tapline.server.http.ProblemException;
import io.tapline.server.http.ValueShape;
import io.tapline.server.longpoll.PreferWait;
import io.tapline.server.longpoll.WaitService;
import io.tapline.tapdb.Json;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

/** Endpoints that submit, claim, read and update tasks. */
@Component
final class TaskEndpoints implements EndpointGroup {

  /** The answer to a claim; the task is null without work. */
  record ClaimedTask(TaskView task) {}

  private static final List<String> STATUSES =
      List.of("pending", "claimed", "running", "completed", "failed", "cancelled");

  private static final ValueShape STATUS = ValueShape.choice(STATUSES);
  private static final ValueShape ROOM = ValueShape.text(Limits.NAME);
  private static final ValueShape FULL_NAME = ValueShape.text(3 * Limits.NAME);

  private static final Set<Code> CLOSED =
      EnumSet.of(
          Code.NOT_FOUND,
          Code.QUEUE_DISABLED,
          Code.MANUAL_ONLY,
          Code.WORKER_DRAINING,
          Code.WORKER_DISABLED,
          Code.CAPABILITY_MISMATCH,
          Code.SCOPE_MISMATCH,
          Code.LEASE_LIMIT_REACHED);

  /** One round is usual; losing so many in a row is not a coincidence. */
  private static final int MOST_ROUNDS = 100;

  /** Enough for a traceback, not for a log file. */
  private static final int ERROR = 100_000;

  private final Engine engine;
  private final TaskJobEndpoints jobs;
  private final TaskChanges changes;
  private final TaskJobRegistry registry;
  private final PayloadSchemas schemas;
  private final InternalExecutors internal;
  private final WaitService waitService;
  private final ServerDrain drain;
  private final Duration longPollCap;

  TaskEndpoints(
      Engine engine,
      TaskJobEndpoints jobs,
      TaskChanges changes,
      TaskJobRegistry registry,
      PayloadSchemas schemas,
      InternalExecutors internal,
      WaitService waitService,
      ServerDrain drain,
      TaskSettings settings) {
    this.engine = engine;
    this.jobs = jobs;
    this.changes = changes;
    this.registry = registry;
    this.schemas = schemas;
    this.internal = internal;
    this.waitService = waitService;
    this.drain = drain;
    this.longPollCap = settings.longPollCap();
  }

  @Override
  public List<Endpoint> endpoints() {
    return List.of(
        Endpoint.post(TaskPaths.ROOM + "/tasks/{full_name}")
            .summary("Submit a task for a job that is visible in the room")
            .dialect(TaskProblems.DIALECT)
            .path("room", ROOM, "the room of the task")
            .path("full_name", FULL_NAME, "room:category:name of the job")
            .lenientBody(
                List.of(
                    ApiField.optional(
                        "payload",
                        ValueShape.json(),
                        "the payload, an object by the schema of the job; default: {}")))
            .succeedsWith(202)
            .answers(ValueShape.of(TaskView.class))
            .refuses(
                TaskProblems.INVALID_ROOM_ID,
                TaskProblems.JOB_NOT_FOUND,
                TaskProblems.INTERNAL_JOB_NOT_CONFIGURED)
            .refuses(Code.PAYLOAD_TOO_LARGE, Code.SUBSTRATE_DISABLED)
            .handledBy(this::submit),
        Endpoint.post(TaskPaths.TASKS + "/claim")
            .summary("Claim the oldest pending task of the jobs of a worker; null without one")
            .dialect(TaskProblems.DIALECT)
            .lenientBody(
                List.of(
                    ApiField.required("worker_id", TaskId.SHAPE, "a worker of the caller"),
                    RequestShapes.field(Claim.class, "not_after")))
            .answers(ValueShape.of(ClaimedTask.class))
            .refuses(TaskProblems.WORKER_NOT_FOUND, ProblemCode.FORBIDDEN, ProblemCode.DRAINING)
            .refuses(Code.CLAIM_TOO_LATE)
            .handledBy(this::claim),
        Endpoint.get(TaskPaths.TASKS + "/{id}")
            .summary("One task; Prefer: wait=N waits for its end")
            .dialect(TaskProblems.DIALECT)
            .path("id", TaskId.SHAPE, "the task")
            .header(
                PreferWait.HEADER,
                ValueShape.text(200),
                "wait=N: answers when the task has ended, after N seconds at the latest;"
                    + " other values are ignored")
            .answers(ValueShape.of(TaskView.class))
            .refuses(TaskProblems.TASK_NOT_FOUND)
            .handledBy(this::one),
        Endpoint.patch(TaskPaths.TASKS + "/{id}")
            .summary("Set the status of a task")
            .share(ConnectionShare.ENDING)
            .dialect(TaskProblems.DIALECT)
            .path("id", TaskId.SHAPE, "the task")
            .lenientBody(
                List.of(
                    ApiField.required("status", STATUS, "the next status"),
                    ApiField.optional(
                        "error", ValueShape.text(ERROR), "the result or the error of the task")))
            .answers(ValueShape.of(TaskView.class))
            .refuses(
                TaskProblems.TASK_NOT_FOUND,
                ProblemCode.FORBIDDEN,
                TaskProblems.INVALID_TASK_TRANSITION)
            .refuses(Code.DOMAIN_ACTION_REQUIRED)
            .handledBy(this::set),
        TaskPaging.declare(Endpoint.get(TaskPaths.ROOM + "/tasks"))
            .summary("Tasks of a room, newest first")
            .dialect(TaskProblems.DIALECT)
            .path("room", ROOM, "the room")
            .query("status", STATUS, "only items with this value")
            .answers(ValueShape.countedPage(TaskView.class))
            .refuses(TaskProblems.INVALID_ROOM_ID)
            .handledBy(call -> page(call, TaskRooms.of(call), null)),
        TaskPaging.declare(Endpoint.get(TaskPaths.JOBS + "/{full_name}/tasks"))
            .summary("Tasks of one job in a room, newest first")
            .dialect(TaskProblems.DIALECT)
            .path("room", ROOM, "the room")
            .path("full_name", FULL_NAME, "room:category:name of the job")
            .query("status", STATUS, "only items with this value")
            .answers(ValueShape.countedPage(TaskView.class))
            .refuses(TaskProblems.INVALID_ROOM_ID, TaskProblems.JOB_NOT_FOUND)
            .handledBy(this::ofJob));
  }

  private HttpAnswer submit(EndpointCall call) throws IOException {
    var room = TaskRooms.of(call);
    var payload = TaskBody.of(call).object("payload");
    var job = jobs.find(call, room).job();
    var name = job.note().jobName();
    if (name.internal() && !internal.runs(name)) {
      throw ProblemException.of(
          TaskProblems.INTERNAL_JOB_NOT_CONFIGURED,
          "no executor for " + name.fullName() + " is registered in this server");
    }
    schemas.require(job, payload);
    var enqueue =
        EnqueueBuilder.builder()
            .meta(TaskCaller.once())
            .templateCode(Enqueue.TASK)
            .subjectName(shortened(name))
            .properties(Json.object().set(TaskReads.PAYLOAD, payload))
            .queueKey(job.note().queueKey())
            .submission(new Submission(room, name.fullName()))
            .build();
    var id = enqueued(call, name, enqueue);
    if (name.internal()) {
      internal.dispatch(call.tenantId(), id);
    }
    var task = changes.find(call.caller(), id);
    return call.answer(
        202, task, Map.of("Location", TaskPaths.TASKS + "/" + task.id(), "Retry-After", "1"));
  }

  /** A retired queue means that its job is no longer offered. */
  private String enqueued(EndpointCall call, JobName name, Enqueue enqueue) {
    try {
      return engine.execute(TaskCaller.asWorker(call.caller()), enqueue).subjectEuid();
    } catch (RefusedException e) {
      throw e.code() == Code.NOT_FOUND && "queue_key".equals(e.refusal().field())
          ? TaskProblems.noJob(name.fullName())
          : e;
    }
  }

  private static String shortened(JobName name) {
    var text = name.fullName();
    return text.length() > Limits.NAME ? text.substring(0, Limits.NAME) : text;
  }

  /**
   * Claims the oldest task of all jobs of the worker, without a lease limit and without waiting.
   */
  private HttpAnswer claim(EndpointCall call) throws IOException {
    if (drain.begun()) {
      throw ProblemException.of(
          ProblemCode.DRAINING,
          "this server is stopping and accepts no claims; send the"
              + " claim to another server, or again later");
    }
    var body = TaskBody.of(call);
    var id = TaskId.required("worker_id", body.required("worker_id", Limits.KEY));
    var latest = body.time("not_after");
    var worker = registry.worker(call.tenantId(), id);
    if (!call.caller().principal().equals(worker.owner())) {
      throw TaskProblems.forbidden("worker " + id + " is another's");
    }
    // A worker may have registered an internal job, but never gets its tasks.
    var open =
        worker.queueKeys().stream()
            .filter(TaskEndpoints::remote)
            .collect(Collectors.toCollection(LinkedHashSet::new));
    // Each queue was found empty at a different instant; only one read of all queues proves that
    // there is no task. Every further round means that another worker was faster.
    for (int round = 0; round < MOST_ROUNDS; round++) {
      for (var queue : engine.reads().jobs().heads(call.tenantId(), List.copyOf(open))) {
        var task = claim(call, id, queue, open, latest);
        if (task != null) {
          return call.ok(new ClaimedTask(task));
        }
      }
      if (!claimable(call, open)) {
        return call.ok(new ClaimedTask(null));
      }
    }
    throw ProblemException.of(
        ProblemCode.UNAVAILABLE, "other workers claimed the tasks first; claim again");
  }

  /** Whether any of these queues has a task, at one instant. */
  private boolean claimable(EndpointCall call, Set<String> queues) {
    return engine.reads().outlook().outlooks(call.tenantId(), queues, 1).stream()
        .anyMatch(queueOutlook -> queueOutlook.claimable() > 0);
  }

  private static boolean remote(String queueKey) {
    return JobName.ofQueueKey(queueKey).stream().noneMatch(JobName::internal);
  }

  /**
   * Null without a task: another worker took it, or an operator closed the queue or the worker; a
   * closed queue is removed from the open ones.
   */
  private TaskView claim(
      EndpointCall call, String worker, String queue, Set<String> open, Instant latest) {
    try {
      var claims =
          engine
              .claim(
                  TaskCaller.asWorker(call.caller()),
                  ClaimBuilder.builder()
                      .meta(TaskCaller.once())
                      .workerEuid(worker)
                      .queueKey(queue)
                      .maxItems(1)
                      .build()
                      .until(latest))
              .claims();
      return claims.isEmpty() ? null : changes.find(call.caller(), claims.get(0).subjectEuid());
    } catch (RefusedException e) {
      if (CLOSED.contains(e.code())) {
        open.remove(queue);
        return null;
      }
      throw e;
    }
  }

  private HttpAnswer one(EndpointCall call) {
    var id = TaskId.of(call);
    var wait = PreferWait.ifUsable(call);
    var task = changes.find(call.caller(), id);
    var length = min(wait.length(), longPollCap);
    if (task.ended() || length.isZero()) {
      return call.ok(task);
    }
    var applied = Map.of(PreferWait.APPLIED, "wait=" + length.toSeconds());
    return waitService.forTask(
        call, id, length, () -> call.ok(changes.find(call.caller(), id), applied));
  }

  private static Duration min(Duration one, Duration other) {
    return java.util.stream.Stream.of(one, other).min(Comparator.naturalOrder()).orElseThrow();
  }

  private HttpAnswer set(EndpointCall call) throws IOException {
    var id = TaskId.of(call);
    var body = TaskBody.of(call);
    var status = body.required("status", Limits.NAME);
    if (!STATUSES.contains(status)) {
      throw ProblemException.invalid("status", "is not one of " + WordList.and(STATUSES));
    }
    var error = body.text("error", ERROR);
    boolean silent = error == null || error.isEmpty();
    return call.ok(changes.set(call.caller(), id, status, silent ? null : error));
  }

  private HttpAnswer ofJob(EndpointCall call) {
    var room = TaskRooms.of(call);
    return page(call, room, jobs.find(call, room).job().note().jobName());
  }

  private HttpAnswer page(EndpointCall call, String room, JobName job) {
    var paging = TaskPaging.of(call);
    var status = call.text("status");
    if (status != null && !STATUSES.contains(status)) {
      throw ProblemException.invalid("status", "is not one of " + WordList.and(STATUSES));
    }
    return call.ok(
        engine
            .reads()
            .tasks()
            .submitted(call.tenantId(), room, job, status, paging.limit(), paging.offset()));
  }
}
