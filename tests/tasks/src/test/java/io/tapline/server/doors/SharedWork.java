package io.tapline.server.doors;

import io.tapline.api.JobName;
import io.tapline.server.testing.GoodJobs;
import io.tapline.server.testing.HttpApi;
import io.tapline.server.testing.HttpReply;
import io.tapline.server.testing.TenantApi;
import io.tapline.server.testing.TestTapline;
import io.tapline.tapdb.Json;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** The work that all clients share: tasks of a registered job, and jobs of a kind. */
final class SharedWork {

  static final String TENANT = "acme";

  private static final String TASKS = "/v1/joblib/";
  private static final int AT_FIRST = 20;

  /** So many steps make work of every kind; a slow machine takes longer to them. */
  private static final int ENOUGH = 300;

  private static final Duration PATIENCE = Duration.ofMinutes(1);

  final TestTapline tapline;
  final TenantApi lab;
  final String kind;
  final JobName job = new JobName(TenantApi.unique("room"), "analysis", "Shared");

  /** Tasks and jobs alike; what is made on the way comes to them. */
  private final List<String> tasks = new CopyOnWriteArrayList<>();

  private final List<String> jobs = new CopyOnWriteArrayList<>();
  private final long until;
  private final long atMost;
  private final AtomicInteger steps = new AtomicInteger();
  private final CountDownLatch atWork;

  SharedWork(TestTapline tapline, Duration time, int clients) {
    this.tapline = tapline;
    this.atWork = new CountDownLatch(clients);
    this.lab = new TenantApi(tapline, TENANT);
    this.kind = new GoodJobs(lab).kind();
    taskWorker();
    for (int i = 0; i < AT_FIRST; i++) {
      newTask();
      newJob();
    }
    this.until = System.nanoTime() + time.toNanos();
    this.atMost = until + PATIENCE.toNanos();
  }

  boolean goesOn() {
    long now = System.nanoTime();
    return now < until || steps.get() < ENOUGH && now < atMost;
  }

  /** One of the clients has done something. */
  void stepped() {
    steps.incrementAndGet();
  }

  /** One of the clients does nothing any more. */
  void goesHome() {
    atWork.countDown();
  }

  void awaitAllHome() throws InterruptedException {
    atWork.await();
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
    // As every other door calls it; this one understands that too.
    tasks.add(made.json().path("euid").asString());
  }

  void newJob() {
    jobs.add(new GoodJobs(lab).enqueue(kind).path("job_id").asString());
  }

  HttpReply send(HttpApi who, String method, String path, Object body) {
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

  /** The capabilities that a worker needs for both. */
  List<String> capabilities() {
    return List.of(job.queueKey(), "DOT");
  }
}
