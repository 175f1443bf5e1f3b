package io.tapline.bench.scale;

import io.tapline.bench.host.ServeProcess;
import io.tapline.bench.site.EngineSite;
import io.tapline.bench.site.HttpReads;
import java.util.List;
import java.util.function.Consumer;

/** Measures typical reads of people and programs over HTTP, with large tables. */
public final class ReadMeasurement {

  private static final String TOKEN = "t-reading";
  private static final String API = "/api/v1/execution/";

  /** The number of pages that a user turns at most. */
  private static final int FAR = 20;

  /** Maximum number of subjects in each rarer state, such as held or dead. */
  private static final int SOME = 100;

  private final ScaleDatabase scaleDatabase;
  private final int some;
  private final int times;

  /**
   * @param ready number of ready subjects
   * @param times repetitions of each read, after the first
   */
  public ReadMeasurement(ScaleDatabase scaleDatabase, int ready, int times) {
    this.scaleDatabase = scaleDatabase;
    this.times = times;
    this.some = Math.min(SOME, Math.max(1, ready / 10));
  }

  /**
   * @param each receives each result
   */
  void times(Consumer<ReadTime> each) {
    try (var server = ServeProcess.start(scaleDatabase.database(), token())) {
      times(server.address(), each);
    }
  }

  /** The token that the server needs. */
  public static String token() {
    return ServeProcess.token(TOKEN, EngineSite.TENANT);
  }

  /**
   * @param address address of a server on the same database
   */
  public void times(String address, Consumer<ReadTime> each) {
    var site = scaleDatabase.site();
    site.hold(some);
    site.failForGood(some);
    var worker = site.worker(some + 1);
    var finished = site.claim(worker, EngineSite.QUEUE, 1);
    site.complete(worker, finished);
    site.claim(worker, EngineSite.QUEUE, some);
    var workflow = site.workflow();
    scaleDatabase.database().settle();
    var reads = new HttpReads(address, TOKEN);
    var waiting =
        reads.first(API + "queues/" + EngineSite.QUEUE + "/items", "/items/0/subject_euid");
    var done = finished.get(0).subjectEuid();
    reads(reads, waiting, done, worker, workflow, each);
    for (var screen : ScreenLoad.all(EngineSite.QUEUE, waiting, done, worker, workflow)) {
      each.accept(ReadTime.ofScreen(screen.name(), times, () -> show(screen, reads)));
    }
  }

  private static void show(ScreenLoad screen, HttpReads reads) {
    reads.get(List.of(screen.address()));
    screen.steps().forEach(reads::get);
  }

  private void reads(
      HttpReads http,
      String waiting,
      String finished,
      String worker,
      String workflow,
      Consumer<ReadTime> each) {
    var queue = API + "queues/" + EngineSite.QUEUE;
    var subject = API + "subjects/";
    var named =
        List.of(
            "queue summaries",
            API + "queues",
            "one queue",
            queue,
            "items of a queue, first page",
            queue + "/items",
            "items of a queue, page " + FAR,
            far(http, queue),
            "items by a state that none is in",
            queue + "/items?state=FAILED_RETRYABLE",
            "a queue's last day",
            queue + "/series?window=day",
            "metrics of all queues",
            API + "metrics/queues",
            "subjects, any",
            API + "subjects",
            "subjects of a queue that are held",
            API + "subjects?view=held&queue_key=" + EngineSite.QUEUE,
            "subject that waits",
            subject + waiting,
            "subject that is finished",
            subject + finished,
            "history of a subject",
            subject + finished + "/history",
            "lineage of a subject",
            subject + finished + "/lineage",
            "held subjects of all queues",
            API + "subjects?state=HELD&queues=listed",
            "what waits in all queues",
            API + "items",
            "live leases",
            API + "leases?status=ACTIVE",
            "holds",
            API + "holds",
            "dead letters",
            API + "dead-letter",
            "workers",
            API + "workers",
            "a worker's attempts",
            API + "workers/" + worker + "/attempts",
            "when a worker was there",
            API + "workers/" + worker + "/changes",
            "all queues over the last hour",
            API + "series",
            "all queues over the last week",
            API + "series?window=week",
            "dead letters by error",
            API + "dead-letter/groups?resolution_state=OPEN",
            "workflows",
            "/api/v1/workflows",
            "a workflow of 300 jobs",
            "/api/v1/workflows/" + workflow,
            "runs of a kind of workflow, 300 jobs each",
            "/api/v1/workflows/kinds/reads/runs",
            "queues that a worker can serve",
            API + "workers/" + worker + "/queues",
            "actions, newest first",
            API + "actions",
            "events",
            API + "events",
            "Prometheus metrics",
            "/metrics");
    for (int i = 0; i < named.size(); i += 2) {
      var path = List.of(named.get(i + 1));
      each.accept(ReadTime.ofRead(named.get(i), times, () -> http.get(path)));
    }
  }

  /** The far page, or the last one if there are fewer. */
  private static String far(HttpReads http, String queue) {
    var page = queue + "/items";
    for (int i = 1; i < FAR; i++) {
      var next = http.first(page, "/next_cursor");
      if (next.isEmpty()) {
        break;
      }
      page = queue + "/items?cursor=" + next;
    }
    return page;
  }
}
