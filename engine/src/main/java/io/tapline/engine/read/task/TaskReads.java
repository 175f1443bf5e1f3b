package io.tapline.engine.read.task;

import io.tapline.api.JobName;
import io.tapline.api.RecordStatus;
import io.tapline.api.Submission;
import io.tapline.engine.decide.StatusProjections;
import io.tapline.engine.model.Queue;
import io.tapline.engine.model.Worker;
import io.tapline.engine.read.base.OffsetPage;
import io.tapline.engine.read.base.ReadClock;
import io.tapline.engine.read.base.SetReadPlanning;
import io.tapline.engine.read.worker.WorkerReads;
import io.tapline.engine.store.AnswerBytes;
import io.tapline.engine.store.ClaimCandidates;
import io.tapline.engine.store.DecisionRows;
import io.tapline.engine.store.SubjectRow;
import io.tapline.engine.store.TemplateCache;
import io.tapline.tapdb.EuidMint;
import io.tapline.tapdb.EuidUuid;
import io.tapline.tapdb.Json;
import io.tapline.tapdb.NamedSql;
import io.tapline.tapdb.TapDb;
import io.tapline.tapdb.TimeText;
import io.tapline.tapdb.Tx;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/** The jobs of registered jobs as tasks. Their status is a projection. */
public final class TaskReads {

  /** The error of a task whose worker was lost. */
  public static final String DISCONNECTED = "Worker disconnected";

  /** The error of a task that the server ran and lost. */
  public static final String INTERNAL_TIMEOUT = "Internal worker timeout";

  /** The reason of a cancellation without one. */
  public static final String CANCELLED = "cancelled";

  /** The property that contains the data of the client. */
  public static final String PAYLOAD = "payload";

  /** The field of a result that contains an error too long for a message. */
  public static final String WHOLE_ERROR = "error";

  /** The field of a result that contains the error text of a completed task. */
  public static final String COMPLETED_ERROR = "completed_with_error";

  private static final String PENDING = "pending";
  private static final String COMPLETED = "completed";
  private static final Set<String> RAN = Set.of("running", COMPLETED, "failed", CANCELLED);
  private static final Set<String> ENDED = Set.of(COMPLETED, "failed", CANCELLED);

  private static final NamedSql PAGE = NamedSql.load(DecisionRows.class, "task/task_page");
  private static final NamedSql COUNT = NamedSql.load(DecisionRows.class, "task/task_count");
  private static final NamedSql POSITIONS =
      NamedSql.load(DecisionRows.class, "task/queue_positions");

  private final TapDb tapDb;
  private final TemplateCache templateCache;

  public TaskReads(TapDb tapDb, TemplateCache templateCache) {
    this.tapDb = tapDb;
    this.templateCache = templateCache;
  }

  /** Empty for an unknown job, and for a job that is no task. */
  public Optional<TaskView> one(long tenantId, String euid) {
    return some(tenantId, Set.of(euid)).stream().findFirst();
  }

  /** The tasks with the given EUIDs; others are omitted. */
  public List<TaskView> some(long tenantId, Collection<String> euids) {
    return some(tenantId, euids, true);
  }

  /** The ended tasks, without the cost of counting queue positions. */
  public List<TaskView> ended(long tenantId, Collection<String> euids) {
    return some(tenantId, euids, false).stream().filter(TaskView::ended).toList();
  }

  private List<TaskView> some(long tenantId, Collection<String> euids, boolean placed) {
    var uids = new TreeSet<Long>();
    euids.forEach(euid -> EuidMint.uidOf(euid).ifPresent(uids::add));
    return uids.isEmpty()
        ? List.of()
        : tapDb.snapshot(tenantId, tx -> views(tx, List.copyOf(uids), placed)).stream()
            .filter(view -> euids.contains(view.euid()))
            .toList();
  }

  /**
   * Tasks submitted in a room, newest first.
   *
   * @param job the job to select, or null
   * @param status the status to select, or null
   * @param limit 0 only counts
   */
  public OffsetPage<TaskView> submitted(
      long tenantId, String roomId, JobName job, String status, int limit, int offset) {
    return tapDb.snapshot(
        tenantId,
        tx -> {
          var parameters = new HashMap<String, Object>();
          parameters.put("room", roomId);
          parameters.put("job", job == null ? null : job.fullName());
          parameters.put("every_fact", status == null);
          parameters.put("facts", status == null ? new String[0] : TaskFacts.of(status));
          parameters.put("now", TimeText.of(ReadClock.read(tx)));
          long total = tx.query(COUNT, row -> row.getLong("total"), parameters).get(0);
          parameters.put("limit", limit);
          parameters.put("offset", offset);
          var uids =
              limit == 0 ? List.<Long>of() : tx.query(PAGE, row -> row.getLong("uid"), parameters);
          var fitting = AnswerBytes.fitting(tx, uids);
          // A page that ends early returns its actual size as limit, so that the next page begins
          // there.
          int made = fitting.size() < uids.size() ? fitting.size() : limit;
          return new OffsetPage<>(views(tx, fitting, true), total, made, offset);
        });
  }

  /** Data that is read once for many tasks. */
  private record TaskBatch(
      Map<Long, SubjectRow> rows,
      Map<Long, Queue> leaseQueues,
      Map<String, Queue> queues,
      Map<Long, Worker> workers,
      Map<Long, String> owners,
      Map<Long, TaskTimeline> timelines,
      Instant now) {

    Queue queueOf(SubjectRow row) {
      var queue = queues.get(row.subject().execution().nextQueueKey());
      return queue != null || row.newest() == null
          ? queue
          : leaseQueues.get(row.newest().queueUid());
    }
  }

  private List<TaskView> views(Tx tx, List<Long> uids, boolean placed) throws SQLException {
    if (uids.isEmpty()) {
      return List.of();
    }
    var taskBatch = facts(tx, uids);
    var views = new HashMap<Long, TaskView>();
    for (var row : taskBatch.rows().values()) {
      var job = job(row, taskBatch.queueOf(row));
      if (job != null) {
        views.put(row.subject().uid(), view(row, job, taskBatch));
      }
    }
    if (placed) {
      place(tx, views, taskBatch);
    }
    return uids.stream().map(views::get).filter(Objects::nonNull).toList();
  }

  private TaskBatch facts(Tx tx, List<Long> uids) throws SQLException {
    var rows = new DecisionRows(tx, templateCache);
    var subjects = rows.subjectsWithProperties(uids);
    var keys = new HashSet<String>();
    var queues = new HashSet<Long>();
    var workers = new HashSet<Long>();
    for (var row : subjects.values()) {
      if (row.subject().execution().nextQueueKey() != null) {
        keys.add(row.subject().execution().nextQueueKey());
      }
      if (row.newest() != null) {
        queues.add(row.newest().queueUid());
        workers.add(row.newest().workerUid());
      }
    }
    return new TaskBatch(
        subjects,
        rows.queues().byUid(queues),
        rows.queues().byKey(keys),
        rows.workers().byUid(workers, 0),
        WorkerReads.owners(tx, workers),
        TaskTimeline.readTimelines(tx, uids),
        ReadClock.read(tx));
  }

  /** Null for a job that is no task. */
  private static JobName job(SubjectRow row, Queue queue) {
    var submission = row.subject().execution().submission();
    return submission != null
        ? JobName.parse(submission.job()).orElse(null)
        : queue == null ? null : JobName.ofQueueKey(queue.key()).orElse(null);
  }

  private static TaskView view(SubjectRow row, JobName job, TaskBatch taskBatch) {
    var subject = row.subject();
    var queue = taskBatch.queueOf(row);
    var taskTimeline = taskBatch.timelines().get(subject.uid());
    var status =
        StatusProjections.of(
                subject.execution(),
                row.newest(),
                false,
                false,
                queue == null ? null : queue.policy(),
                taskBatch.now())
            .task();
    var worker =
        row.newest() == null || status.equals(PENDING)
            ? null
            : taskBatch.workers().get(row.newest().workerUid());
    boolean ended = ENDED.contains(status);
    return TaskViewBuilder.builder()
        .id(EuidUuid.of(subject.euid()))
        .jobName(job.fullName())
        .roomId(room(subject.execution().submission(), job))
        .status(status)
        .cancelRequested(subject.execution().cancelRequested())
        .createdAt(subject.createdAt())
        .startedAt(RAN.contains(status) ? taskTimeline.startedAt() : null)
        .completedAt(ended ? ended(row, taskTimeline, taskBatch.now()) : null)
        .workerId(worker == null ? null : EuidUuid.of(worker.euid()))
        .error(
            switch (status) {
              case "failed" -> error(row, job, taskBatch.now());
              case CANCELLED -> cancelled(row, job, taskTimeline, taskBatch.now());
              case COMPLETED -> resultText(row, COMPLETED_ERROR);
              default -> null;
            })
        .payload(payload(row))
        .euid(subject.euid())
        .behind(
            new TaskView.TaskInternals(
                job.queueKey(),
                subject.execution().revision(),
                row.newest() == null ? null : row.newest().euid(),
                worker == null ? null : worker.euid(),
                taskTimeline.submittedBy(),
                worker == null ? null : taskBatch.owners().get(worker.uid())))
        .build();
  }

  private static String room(Submission submission, JobName job) {
    return submission == null ? job.roomId() : submission.roomId();
  }

  /** An unsettled lapse ends the task at the expiry, as a settled one does. */
  private static Instant ended(SubjectRow row, TaskTimeline taskTimeline, Instant now) {
    return row.newest() != null && row.newest().lapsed(now)
        ? row.newest().terms().expiresAt()
        : taskTimeline.endedAt();
  }

  private static String error(SubjectRow row, JobName job, Instant now) {
    if (row.record() == null) {
      return null;
    }
    var attempt = row.record().attempt();
    if (row.newest().lapsed(now) || attempt.status() == RecordStatus.EXPIRED) {
      return job.internal() ? INTERNAL_TIMEOUT : DISCONNECTED;
    }
    var whole = resultText(row, WHOLE_ERROR);
    if (whole != null) {
      return whole;
    }
    // The error class is stored as message when the worker gave none.
    return Objects.equals(attempt.errorMessage(), attempt.errorClass())
        ? null
        : attempt.errorMessage();
  }

  /** A text in the result of the newest attempt, or null. */
  private static String resultText(SubjectRow row, String member) {
    var result = row.record() == null ? null : row.record().attempt().resultSnapshot();
    var text = result == null ? null : result.get(member);
    return text != null && text.isString() ? text.stringValue() : null;
  }

  /** The error of the worker that a soft cancel stopped; without one, the reason of the cancel. */
  private static String cancelled(
      SubjectRow row, JobName job, TaskTimeline taskTimeline, Instant now) {
    boolean stopped =
        row.newest() != null
            && taskTimeline.endedAt() != null
            && taskTimeline.endedAt().equals(row.newest().terms().releasedAt());
    var error = stopped ? error(row, job, now) : null;
    return error != null ? error : reason(taskTimeline);
  }

  /** The reason of the cancellation, or null. */
  private static String reason(TaskTimeline taskTimeline) {
    return CANCELLED.equals(taskTimeline.cancelReason()) ? null : taskTimeline.cancelReason();
  }

  /** A job of another API has no payload property, so all its properties are the payload. */
  private static JsonNode payload(SubjectRow row) {
    var properties = row.properties() == null ? Json.object() : row.properties();
    return row.subject().execution().submission() == null || !properties.has(PAYLOAD)
        ? properties
        : properties.get(PAYLOAD);
  }

  /** Sets the queue positions of pending tasks. */
  private void place(Tx tx, Map<Long, TaskView> views, TaskBatch taskBatch) throws SQLException {
    var pending = new HashMap<Queue, List<Long>>();
    views.forEach(
        (uid, view) -> {
          var queue = taskBatch.queueOf(taskBatch.rows().get(uid));
          if (view.status().equals(PENDING) && queue != null) {
            pending.computeIfAbsent(queue, key -> new ArrayList<>()).add(uid);
          }
        });
    for (var queue : pending.entrySet()) {
      var places = places(tx, queue.getKey(), queue.getValue(), taskBatch.now());
      for (var uid : queue.getValue()) {
        views.computeIfPresent(uid, (key, view) -> placed(view, places.get(uid)));
      }
    }
  }

  private Map<Long, Long> places(Tx tx, Queue queue, List<Long> uids, Instant now)
      throws SQLException {
    var parameters = ClaimCandidates.visibility(tx, templateCache, queue, now);
    parameters.put("uids", uids.stream().mapToLong(Long::longValue).toArray());
    var places = new HashMap<Long, Long>();
    SetReadPlanning.forTheseValues(tx);
    tx.query(POSITIONS, row -> places.put(row.getLong("uid"), row.getLong("place")), parameters);
    SetReadPlanning.forbid(tx);
    return places;
  }

  /**
   * A held task and a task that is not ready have no position, because no worker can claim them.
   */
  private static TaskView placed(TaskView view, Long place) {
    return TaskViewBuilder.builder(view).queuePosition(place).build();
  }
}
