package io.tapline.bench.scale;

import io.tapline.bench.site.EngineSite;
import java.util.List;

/**
 * The requests of a browser for one screen: the requests of a step run in parallel, the steps one
 * after another. Scripts and styles are omitted, because browsers cache them.
 */
record ScreenLoad(String name, String address, List<List<String>> steps) {

  private static final String API = "/api/v1/execution/";
  private static final List<String> WHO = List.of("/api/v1/me");
  private static final String FLOWS = "/api/v1/workflows";
  private static final String DEAD = API + "dead-letter/groups?resolution_state=OPEN";
  private static final String QUEUES = API + "queues?limit=200";

  /** A name that exists from the smallest size on, and a part of it with which no name begins. */
  private static final String NAME = WorkSource.NAMED + "0000017";

  private static final String PART = "00017";

  private static ScreenLoad of(String name, String address, List<String> calls) {
    return new ScreenLoad(name, address, List.of(WHO, calls));
  }

  /** Every screen of the web UI. */
  static List<ScreenLoad> all(
      String queue, String waiting, String finished, String worker, String workflow) {
    var ofQueue = API + "queues/" + queue;
    return List.of(
        new ScreenLoad(
            "dashboard",
            "/",
            List.of(
                WHO,
                List.of(QUEUES, API + "series?window=hour", DEAD),
                List.of(ofQueue + "/series?window=hour"))),
        new ScreenLoad(
            "dashboard, week",
            "/",
            List.of(WHO, List.of(QUEUES, API + "series?window=week", DEAD))),
        work("all work, waiting", "", API + "items?limit=50"),
        work(
            "all work, leased", "?tab=leased", API + "leases?status=ACTIVE&queues=listed&limit=50"),
        work("all work, held", "?tab=held", API + "subjects?state=HELD&queues=listed&limit=50"),
        work("all work, paused", "?tab=paused", API + "items?pause=behind&limit=50"),
        queue("queue, waiting", queue, ofQueue + "/items?limit=50"),
        queue("queue, leased", queue, API + "leases?status=ACTIVE&limit=50&queue_key=" + queue),
        queue("queue, retrying", queue, view(queue, "retrying")),
        queue("queue, held", queue, view(queue, "held")),
        queue("queue, not yet ready", queue, view(queue, "not_ready")),
        queue("queue, ended", queue, view(queue, "terminal")),
        queue("queue, workers", queue, ofQueue + "/workers"),
        queue("queue, policy", queue, ofQueue + "/changes"),
        subject("subject that waits", waiting),
        subject("subject that is finished", finished),
        of("search, everything", "/search", List.of(QUEUES, API + "subjects?limit=50")),
        of("search by EUID", "/search", List.of(QUEUES, API + "subjects?limit=50&q=" + finished)),
        of("search by name", "/search", List.of(QUEUES, API + "subjects?limit=50&q=" + NAME)),
        of(
            "search by a part of a name",
            "/search",
            List.of(QUEUES, API + "subjects?limit=50&q=" + PART)),
        of(
            "search by a part that no name has",
            "/search",
            List.of(QUEUES, API + "subjects?limit=50&q=nobody")),
        of(
            "workers",
            "/workers",
            List.of(
                QUEUES,
                API + "workers?limit=100&status=ONLINE",
                API + "workers?limit=100&status=DRAINING",
                API + "workers?limit=100&status=DISABLED",
                API + "workers?limit=100&status=OFFLINE")),
        of(
            "worker",
            "/workers/" + worker,
            List.of(
                QUEUES,
                API + "workers/" + worker,
                API + "workers/" + worker + "/queues",
                API + "workers/" + worker + "/attempts?limit=50",
                API + "workers/" + worker + "/changes",
                API + "leases?status=ACTIVE&limit=50&worker_euid=" + worker)),
        of(
            "dead letters",
            "/dead-letters",
            List.of(QUEUES, DEAD, API + "dead-letter?resolution_state=OPEN&limit=100")),
        of("workflows", "/workflows", List.of(QUEUES, FLOWS + "?limit=50")),
        of(
            "workflow of 300 jobs",
            "/workflows/" + workflow,
            List.of(QUEUES, FLOWS + "/" + workflow)),
        of(
            "runs of a kind of workflow",
            "/workflows?kind=reads",
            List.of(
                QUEUES,
                FLOWS + "?limit=50&workflow_kind=reads",
                FLOWS + "/kinds/reads/runs?limit=20")),
        of("sessions", "/sessions", List.of(QUEUES, "/api/v1/sessions")),
        of("holds", "/holds", List.of(QUEUES, API + "holds?status=ACTIVE&limit=100")),
        of(
            "holds, released",
            "/holds?status=RELEASED",
            List.of(QUEUES, API + "holds?status=RELEASED&limit=100")),
        of("activity", "/activity", List.of(QUEUES, API + "actions?limit=50")),
        of(
            "activity of one subject",
            "/activity?subject_euid=" + finished,
            List.of(QUEUES, API + "actions?limit=50&subject_euid=" + finished)),
        of(
            "activity of one person",
            "/activity?actor=" + EngineSite.OPERATOR,
            List.of(QUEUES, API + "actions?limit=50&actor=" + EngineSite.OPERATOR)));
  }

  private static ScreenLoad work(String name, String tab, String list) {
    return of(name, "/work" + tab, List.of(QUEUES, list));
  }

  private static String view(String queue, String view) {
    return API + "subjects?limit=50&queue_key=" + queue + "&view=" + view;
  }

  private static ScreenLoad queue(String name, String queue, String list) {
    var path = API + "queues/" + queue;
    return of(name, "/queues/" + queue, List.of(QUEUES, path, path + "/series?window=hour", list));
  }

  private static ScreenLoad subject(String name, String euid) {
    var path = API + "subjects/" + euid;
    return of(
        name,
        "/subjects/" + euid,
        List.of(QUEUES, path, path + "/history", path + "/lineage?direction=both&depth=2"));
  }
}
