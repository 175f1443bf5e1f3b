package io.tapline.server.doors;

import io.tapline.engine.model.JobName;
import io.tapline.server.testing.GoodJobs;
import io.tapline.server.testing.HttpApi;
import io.tapline.server.testing.Lab;
import io.tapline.server.testing.Reply;
import io.tapline.server.testing.TestTapline;
import io.tapline.tapdb.Json;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;

/** The work that all clients share: tasks of a registered job, and jobs of a kind. */
final class SharedWork {

  static final String TENANT = "acme";

  private static final String TASKS = "/v1/joblib/";
  private static final int AT_FIRST = 20;

  final TestTapline tapline;
  final Lab lab;
  final String kind;
  final JobName job = new JobName(Lab.unique("room"), "analysis", "Shared");

  /** Tasks and jobs alike; what is made on the way comes to them. */
  private final List<String> tasks = new CopyOnWriteArrayList<>();

  private final List<String> jobs = new CopyOnWriteArrayList<>();
  private final long until;

  SharedWork(TestTapline tapline, Duration time) {
    this.tapline = tapline;
    this.lab = new Lab(tapline, TENANT);
    this.kind = new GoodJobs(lab).kind();
    taskWorker();
    for (int i = 0; i < AT_FIRST; i++) {
      newTask();
      newJob();
    }
    this.until = System.nanoTime() + time.toNanos();
  }

  boolean goesOn() {
    return System.nanoTime() < until;
  }

  /** A worker of the tasks API that offers the job. */
  String taskWorker() {
    var body = Map.of("category", job.category(), "name", job.name(), "schema", Map.of());
    return send(lab.service, "PUT", "rooms/" + job.roomId() + "/jobs", body)
        .json()
        .path("worker_id")
        .asString();
  }

  void newTask() {
    var path = "rooms/" + job.roomId() + "/tasks/" + job.fullName().replace(":", "%3A");
    var made = send(lab.service, "POST", path, Map.of("payload", Map.of()));
    tasks.add(made.json().path("id").asString());
  }

  void newJob() {
    jobs.add(new GoodJobs(lab).enqueue(kind).path("job_id").asString());
  }

  Reply send(HttpApi who, String method, String path, Object body) {
    var bytes = Json.print(body).getBytes(StandardCharsets.UTF_8);
    return who.sendAsync(method, TASKS + path, bytes).join();
  }

  boolean isTask(String id) {
    return tasks.contains(id);
  }

  String any(Random random) {
    var of = random.nextBoolean() ? tasks : jobs;
    // The newest are those that somebody works on.
    int from = Math.max(0, of.size() - 2 * AT_FIRST);
    return of.get(from + random.nextInt(of.size() - from));
  }

  /** The queue of either. */
  String queueOf(String id) {
    return isTask(id) ? job.queueKey() : kind;
  }

  String anyQueue(Random random) {
    return random.nextBoolean() ? job.queueKey() : kind;
  }

  /** What a worker must be able to do for both. */
  List<String> capabilities() {
    return List.of(job.queueKey(), "DOT");
  }
}
