package io.tapline.server.tasks;

import io.tapline.api.Code;
import io.tapline.api.ErrorClass;
import io.tapline.api.Limits;
import io.tapline.api.request.Cancel;
import io.tapline.api.request.Complete;
import io.tapline.api.request.CompleteBuilder;
import io.tapline.api.request.Fail;
import io.tapline.api.request.FailBuilder;
import io.tapline.api.request.Start;
import io.tapline.api.request.StatePrecondition;
import io.tapline.engine.Engine;
import io.tapline.engine.model.Caller;
import io.tapline.engine.model.RefusedException;
import io.tapline.engine.read.task.TaskReads;
import io.tapline.engine.read.task.TaskView;
import io.tapline.server.http.ProblemException;
import io.tapline.tapdb.Json;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.springframework.stereotype.Component;

/**
 * Sets the status of a task. Each transition is a command of the engine that expects the revision
 * on which the decision was based, so that only one of two concurrent changes succeeds.
 */
@Component
final class TaskChanges {

  /** Allowed next statuses. Only a claim moves a pending task to claimed. */
  static final Map<String, Set<String>> AFTER =
      Map.of(
          "pending", Set.of("cancelled"),
          "claimed", Set.of("running", "failed", "cancelled"),
          "running", Set.of("completed", "failed", "cancelled"),
          "completed", Set.of(),
          "failed", Set.of(),
          "cancelled", Set.of());

  /** Another request changed the task first; the task is read again. */
  private static final Set<Code> CHANGED =
      EnumSet.of(
          Code.REVISION_CONFLICT,
          Code.STATE_CONFLICT,
          Code.INVALID_TRANSITION,
          Code.LEASE_EXPIRED,
          Code.LEASE_NOT_ACTIVE,
          Code.SUBJECT_TERMINAL,
          Code.SUBJECT_HELD);

  /** A task has fewer steps than this. */
  private static final int TRIES = 10;

  private final Engine engine;
  private final TaskJobRegistry registry;

  TaskChanges(Engine engine, TaskJobRegistry registry) {
    this.engine = engine;
    this.registry = registry;
  }

  TaskView find(Caller caller, String id) {
    return engine
        .reads()
        .tasks()
        .one(caller.tenantId(), id)
        .orElseThrow(() -> TaskProblems.noTask(id));
  }

  /**
   * Sets a status; a transition that is not allowed is refused, whichever API changed the task
   * before.
   */
  TaskView set(Caller caller, String id, String status, String error) {
    for (int tries = 1; ; tries++) {
      var task = find(caller, id);
      requirePermitted(caller, task, status);
      if (!AFTER.get(task.status()).contains(status)) {
        throw refused(task, status);
      }
      try {
        act(caller, task, status, error);
        break;
      } catch (RefusedException e) {
        if (!CHANGED.contains(e.code()) || tries == TRIES) {
          throw CHANGED.contains(e.code()) ? refused(task, status) : e;
        }
      }
    }
    var task = find(caller, id);
    if (status.equals("cancelled")) {
      // It may have been the last task that kept a job without workers.
      registry.retireIfOrphan(caller.tenantId(), task.behind().queueKey());
    }
    return task;
  }

  private static ProblemException refused(TaskView task, String status) {
    var detail =
        status.equals("claimed") && task.status().equals("pending")
            ? "task %s must be claimed by a worker, with POST /v1/joblib/tasks/claim"
                .formatted(task.id())
            : "task " + task.id() + " is " + task.status() + " and cannot become " + status;
    return ProblemException.of(TaskProblems.INVALID_TASK_TRANSITION, detail);
  }

  private static void requirePermitted(Caller caller, TaskView task, String status) {
    var taskInternals = task.behind();
    boolean workers = caller.principal().equals(taskInternals.workerOwner());
    boolean submitters =
        status.equals("cancelled") && caller.principal().equals(taskInternals.submittedBy());
    if (!workers && !submitters && !TaskCaller.superuser(caller)) {
      throw TaskProblems.forbidden(
          ("task %s belongs to another worker: only the owner of that worker%s and "
                  + "superusers may change it")
              .formatted(task.id(), status.equals("cancelled") ? ", its submitter" : ""));
    }
  }

  private void act(Caller caller, TaskView task, String status, String error) {
    var expect = new StatePrecondition(null, task.behind().revision());
    boolean override = !caller.principal().equals(task.behind().workerOwner());
    var reason = override ? "set to " + status + " by a superuser" : null;
    var worker = TaskCaller.asWorker(caller);
    switch (status) {
      case "running" -> engine.execute(worker, start(task, expect, override, reason));
      case "completed" -> engine.execute(worker, complete(task, expect, error, override, reason));
      case "failed" -> engine.execute(worker, fail(task, expect, error, override, reason));
      case "cancelled" ->
          engine.execute(
              TaskCaller.asOperator(caller),
              new Cancel(
                  TaskCaller.once(),
                  task.euid(),
                  expect,
                  false,
                  error != null && !error.isBlank() ? shortened(error) : TaskReads.CANCELLED));
      default -> throw new IllegalArgumentException(status);
    }
  }

  private static Start start(
      TaskView task, StatePrecondition expect, boolean override, String reason) {
    return new Start(
        TaskCaller.once(),
        task.euid(),
        task.behind().workerEuid(),
        task.behind().leaseEuid(),
        expect,
        override,
        reason);
  }

  /** The worker that completed a task may still add to its result. */
  private static Complete complete(
      TaskView task, StatePrecondition expect, String error, boolean override, String reason) {
    return CompleteBuilder.builder()
        .meta(TaskCaller.once())
        .subjectEuid(task.euid())
        .workerEuid(task.behind().workerEuid())
        .leaseEuid(task.behind().leaseEuid())
        .expect(expect)
        .resultPayload(error == null ? null : Json.object().put(TaskReads.COMPLETED_ERROR, error))
        .override(override)
        .reason(reason)
        .build();
  }

  /** A text that is too long for a message is stored completely beside it. */
  private static Fail fail(
      TaskView task, StatePrecondition expect, String error, boolean override, String reason) {
    boolean bulky = error != null && error.length() > Limits.TEXT;
    return FailBuilder.builder()
        .meta(TaskCaller.once())
        .subjectEuid(task.euid())
        .workerEuid(task.behind().workerEuid())
        .leaseEuid(task.behind().leaseEuid())
        .expect(expect)
        .errorClass(ErrorClass.PERMANENT_STATE)
        .errorMessage(error == null ? null : shortened(error))
        .resultPayload(bulky ? Json.object().put(TaskReads.WHOLE_ERROR, error) : null)
        .override(override)
        .reason(reason)
        .build();
  }

  private static String shortened(String text) {
    if (text.isBlank()) {
      return "-";
    }
    int most =
        Limits.TEXT
            - (Character.isHighSurrogate(text.charAt(Math.min(text.length(), Limits.TEXT) - 1))
                ? 1
                : 0);
    return text.length() > Limits.TEXT ? text.substring(0, most) : text;
  }
}
