package io.tapline.server.tasks;

import io.tapline.api.Code;
import io.tapline.api.JobName;
import io.tapline.api.Limits;
import io.tapline.api.WordList;
import io.tapline.engine.Engine;
import io.tapline.engine.read.ReadModels;
import io.tapline.engine.read.task.JobWithWorkers;
import io.tapline.server.http.ApiField;
import io.tapline.server.http.Endpoint;
import io.tapline.server.http.EndpointCall;
import io.tapline.server.http.EndpointGroup;
import io.tapline.server.http.HttpAnswer;
import io.tapline.server.http.ProblemCode;
import io.tapline.server.http.ProblemException;
import io.tapline.server.http.ValueShape;
import io.tapline.tapdb.EuidUuid;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;

/** Endpoints of jobs, which workers register and rooms list. */
@Component
final class TaskJobEndpoints implements EndpointGroup {

  record TaskJob(
      UUID id,
      String roomId,
      String category,
      String name,
      String fullName,
      JsonNode schema,
      List<UUID> workers,
      UUID workerId) {

    static TaskJob of(JobWithWorkers view, String workerId) {
      var note = view.job().note();
      return new TaskJob(
          EuidUuid.of(view.job().euid()),
          note.roomId(),
          note.category(),
          note.name(),
          note.jobName().fullName(),
          note.schema(),
          uuids(view),
          workerId == null ? null : EuidUuid.of(workerId));
    }
  }

  record ListedTaskJob(String fullName, String category, String name, List<UUID> workers) {
    static ListedTaskJob of(JobWithWorkers view) {
      var name = view.job().note().jobName();
      return new ListedTaskJob(name.fullName(), name.category(), name.name(), uuids(view));
    }
  }

  private static List<UUID> uuids(JobWithWorkers view) {
    return view.workers().stream().map(EuidUuid::of).toList();
  }

  private static final ValueShape NAME = ValueShape.text(Limits.NAME);
  private static final String SCHEMA = "schema";

  /** The name of the field in requests of the Python client of this API. */
  private static final String SPELT = "schema_";

  private final ReadModels reads;
  private final TaskJobRegistry registry;
  private final PayloadSchemas schemas;
  private final InternalExecutors internal;
  private final ExecutorCatalog catalog;
  private final List<String> categories;

  TaskJobEndpoints(
      Engine engine,
      TaskJobRegistry registry,
      PayloadSchemas schemas,
      InternalExecutors internal,
      ExecutorCatalog catalog,
      TaskSettings settings) {
    this.reads = engine.reads();
    this.registry = registry;
    this.schemas = schemas;
    this.internal = internal;
    this.catalog = catalog;
    this.categories = settings.categories();
  }

  @Override
  public List<Endpoint> endpoints() {
    return List.of(
        Endpoint.put(TaskPaths.JOBS)
            .summary("Register a job with a worker; 201 if the job is new or registered again")
            .dialect(TaskProblems.DIALECT)
            .path("room", NAME, "the room; @global and @internal are for superusers")
            .lenientBody(
                List.of(
                    ApiField.required(
                        "category", NAME, "one of the categories that the" + " server allows"),
                    ApiField.required(
                        "name", NAME, "the name of the job, unique in its room" + " and category"),
                    ApiField.optional(
                        SCHEMA, ValueShape.json(), "JSON Schema of payloads; default: none"),
                    ApiField.optional(
                        SPELT,
                        ValueShape.json(),
                        "another name of schema, for clients in" + " Python"),
                    ApiField.optional("worker_id", TaskId.SHAPE, "the worker; default: a new one")))
            .succeedsWith(200, 201)
            .answers(ValueShape.of(TaskJob.class))
            .refuses(
                TaskProblems.INVALID_ROOM_ID,
                ProblemCode.FORBIDDEN,
                TaskProblems.INVALID_CATEGORY,
                TaskProblems.SCHEMA_CONFLICT,
                TaskProblems.WORKER_NOT_FOUND)
            .refuses(Code.PAYLOAD_TOO_LARGE)
            .handledBy(this::register),
        TaskPaging.declare(Endpoint.get(TaskPaths.JOBS))
            .summary("Jobs that are visible in a room, newest first")
            .dialect(TaskProblems.DIALECT)
            .path("room", NAME, "the room")
            .answers(ValueShape.countedPage(ListedTaskJob.class))
            .refuses(TaskProblems.INVALID_ROOM_ID)
            .handledBy(this::seen),
        Endpoint.get(TaskPaths.JOBS + "/{full_name}")
            .summary("One job that is visible in a room")
            .dialect(TaskProblems.DIALECT)
            .path("room", NAME, "the room")
            .path("full_name", ValueShape.text(3 * Limits.NAME), "room:category:name")
            .answers(ValueShape.of(TaskJob.class))
            .refuses(TaskProblems.INVALID_ROOM_ID, TaskProblems.JOB_NOT_FOUND)
            .handledBy(call -> call.ok(TaskJob.of(find(call, TaskRooms.of(call)), null))));
  }

  private HttpAnswer register(EndpointCall call) throws IOException {
    var room = TaskRooms.of(call);
    var body = TaskBody.of(call);
    var category = body.required("category", Limits.NAME);
    var name = body.required("name", Limits.NAME);
    var schema = body.object(body.has(SCHEMA) ? SCHEMA : SPELT);
    var worker = body.id("worker_id");
    if (room.startsWith("@") && !TaskCaller.superuser(call.caller())) {
      throw TaskProblems.forbidden("only superusers can register jobs in " + room);
    }
    if (!categories.contains(category)) {
      throw ProblemException.of(
          TaskProblems.INVALID_CATEGORY,
          "category '" + category + "' is not one of " + WordList.and(categories));
    }
    if (name.contains("/")) {
      throw ProblemException.invalid(
          "name", "contains a slash, which a path to the job" + " cannot contain");
    }
    schemas.requireSchema(schema);
    var done = registry.register(call.caller(), new JobName(room, category, name), schema, worker);
    return call.answer(done.fresh() ? 201 : 200, TaskJob.of(done.job(), done.workerId()), Map.of());
  }

  private HttpAnswer seen(EndpointCall call) {
    var room = TaskRooms.of(call);
    var paging = TaskPaging.of(call);
    internal.readyFor(call.tenantId());
    // Built-in jobs are listed only in the internal room.
    var without = room.equals(JobName.INTERNAL) ? Set.<String>of() : catalog.builtIn();
    return call.ok(
        reads
            .jobs()
            .seen(call.tenantId(), room, without, paging.limit(), paging.offset())
            .map(ListedTaskJob::of));
  }

  /** The job of the path, if it is visible from the room. */
  JobWithWorkers find(EndpointCall call, String room) {
    var fullName = call.path("full_name");
    var name =
        JobName.parse(fullName)
            .orElseThrow(
                () -> ProblemException.of(TaskProblems.JOB_NOT_FOUND, "Invalid job name format"));
    internal.readyFor(call.tenantId());
    return TaskRooms.sees(room, name)
        ? reads.jobs().one(call.tenantId(), name).orElseThrow(() -> TaskProblems.noJob(fullName))
        : fail(fullName);
  }

  private static JobWithWorkers fail(String fullName) {
    throw TaskProblems.noJob(fullName);
  }
}
