package io.tapline.server.events;

import io.tapline.api.ActionKey;
import io.tapline.api.EventType;
import io.tapline.api.JobName;
import io.tapline.engine.read.evidence.EventReads;
import io.tapline.engine.read.task.JobReads;
import io.tapline.engine.read.task.TaskReads;
import io.tapline.engine.read.task.TaskView;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * Converts actions to events for rooms: a task has another status, a job was added or removed, a
 * job has a new task. An event carries the task's status at delivery time, so two quick changes may
 * both show the later one.
 */
final class RoomFrames {

  /** Events that make a task claimable. */
  private static final Set<EventType> AVAILABLE =
      Set.of(EventType.JOB_ENQUEUED, EventType.JOB_REQUEUED, EventType.JOB_RELEASED);

  /** A job that was added, changed or removed. */
  record JobChange(String fullName, String roomId, boolean deleted) {}

  /** A task that can be claimed. */
  record AvailableTask(UUID taskId, String jobName, String roomId) {}

  private final long tenantId;
  private final TaskReads tasks;

  RoomFrames(long tenantId, TaskReads tasks) {
    this.tenantId = tenantId;
    this.tasks = tasks;
  }

  List<EventFrame> framesOf(List<EventReads.FeedStep> steps) {
    var frames = EventFrame.of(steps);
    var known = tasks(steps);
    var withRooms = new ArrayList<EventFrame>();
    for (int i = 0; i < frames.size(); i++) {
      withRooms.add(frames.get(i).inRooms(events(steps.get(i), known)));
    }
    return withRooms;
  }

  private Map<String, TaskView> tasks(List<EventReads.FeedStep> steps) {
    var euids = new HashSet<String>();
    steps.stream().filter(RoomFrames::ofTask).forEach(step -> euids.add(step.subjectEuid()));
    var known = new HashMap<String, TaskView>();
    tasks.some(tenantId, euids).forEach(task -> known.put(task.euid(), task));
    return known;
  }

  /** Renewals and similar actions change no status. */
  private static boolean ofTask(EventReads.FeedStep step) {
    return step.subjectEuid() != null
        && !step.action().pulse()
        && JobName.ofQueueKey(step.queueKey()).isPresent();
  }

  private static List<EventFrame.RoomEvent> events(
      EventReads.FeedStep step, Map<String, TaskView> known) {
    if (step.action() == ActionKey.RETIRE_WORKER) {
      // The job's other workers continue; if there are none, the end of the job is the next event.
      return step.capabilities().stream()
          .flatMap(key -> JobName.ofQueueKey(key).stream())
          .map(job -> changed(job, false))
          .toList();
    }
    var name = JobName.ofQueueKey(step.queueKey()).orElse(null);
    if (name == null) {
      return List.of();
    }
    if (step.action() == ActionKey.REGISTER_JOB || step.action() == ActionKey.RETIRE_JOB) {
      return List.of(changed(name, step.action() == ActionKey.RETIRE_JOB));
    }
    var task = ofTask(step) ? known.get(step.subjectEuid()) : null;
    return task == null ? List.of() : events(step, name, task);
  }

  private static EventFrame.RoomEvent changed(JobName name, boolean deleted) {
    return new EventFrame.RoomEvent(
        room -> JobReads.seenFrom(room).contains(name.roomId()),
        EventFrame.roomText("job_changed", new JobChange(name.fullName(), name.roomId(), deleted)));
  }

  private static List<EventFrame.RoomEvent> events(
      EventReads.FeedStep step, JobName name, TaskView task) {
    var events = new ArrayList<EventFrame.RoomEvent>();
    events.add(
        new EventFrame.RoomEvent(task.roomId()::equals, EventFrame.roomText("task_status", task)));
    boolean available = step.events().stream().anyMatch(event -> AVAILABLE.contains(event.type()));
    if (available && !name.internal()) {
      var availableTask = new AvailableTask(task.id(), task.jobName(), task.roomId());
      events.add(
          new EventFrame.RoomEvent(
              room -> room.equals(name.roomId()) || room.equals(task.roomId()),
              EventFrame.roomText("task_available", availableTask)));
    }
    return events;
  }
}
