package io.tapline.server.tasks;

import io.tapline.engine.command.Limits;
import io.tapline.engine.model.JobName;
import io.tapline.engine.read.task.JobReads;
import io.tapline.server.http.EndpointCall;
import io.tapline.server.http.ProblemException;

/**
 * Rooms have no object of their own: a request that names a room is in it. Two names are the
 * server's.
 */
final class TaskRooms {

  private TaskRooms() {}

  static String of(EndpointCall call) {
    var room = call.path("room");
    boolean reserved = room.equals(JobName.GLOBAL) || room.equals(JobName.INTERNAL);
    // Dots alone are a step in a path: a URL with them would lead elsewhere.
    boolean dots = room.equals(".") || room.equals("..");
    if (!reserved && (dots || room.isBlank() || room.contains("@") || room.contains(":"))) {
      throw ProblemException.of(
          TaskProblems.INVALID_ROOM_ID,
          "the room id '"
              + (room.length() > 80 ? room.substring(0, 80) + "…" : room)
              + "' has invalid characters: @ and : are reserved, and it is neither blank nor dots");
    }
    if (room.length() > Limits.NAME) {
      throw ProblemException.invalid(
          "room", "is " + room.length() + " characters long; at most " + Limits.NAME);
    }
    return room;
  }

  /** A job is seen from its own room; some are seen from everywhere. */
  static boolean sees(String room, JobName job) {
    return JobReads.seenFrom(room).contains(job.roomId());
  }
}
