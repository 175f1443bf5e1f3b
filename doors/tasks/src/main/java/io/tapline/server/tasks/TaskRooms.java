package io.tapline.server.tasks;

import io.tapline.api.JobName;
import io.tapline.api.Limits;
import io.tapline.engine.read.task.JobReads;
import io.tapline.server.http.EndpointCall;
import io.tapline.server.http.ProblemException;

/**
 * Rooms are not stored: a room exists because requests name it. Two names are reserved for the
 * server.
 */
final class TaskRooms {

  private TaskRooms() {}

  static String of(EndpointCall call) {
    var room = call.path("room");
    boolean reserved = room.equals(JobName.GLOBAL) || room.equals(JobName.INTERNAL);
    // A URL with "." or ".." as a segment would lead to another path.
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

  /** Ordinary rooms contain global and internal jobs too; a reserved room only its own. */
  static boolean sees(String room, JobName job) {
    return JobReads.seenFrom(room).contains(job.roomId());
  }
}
