package io.tapline.server.tasks;

/** The paths of the tasks API. */
final class TaskPaths {

  static final String ROOT = "/v1/joblib";
  static final String WORKERS = ROOT + "/workers";
  static final String ROOM = ROOT + "/rooms/{room}";
  static final String JOBS = ROOM + "/jobs";
  static final String TASKS = ROOT + "/tasks";

  private TaskPaths() {}
}
