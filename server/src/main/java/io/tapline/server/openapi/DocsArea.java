package io.tapline.server.openapi;

import java.util.List;
import java.util.regex.Pattern;

/**
 * A page of the reference: calls that belong together.
 *
 * @param id last part of its path below {@code /docs/api/}
 * @param paths pattern for the path of a call; the first area that matches contains the call
 */
record DocsArea(String id, String title, String about, Pattern paths) {

  private static final String ACTION = ".*/execution/actions/";

  /** All areas in the order of the menu; the last one contains all remaining calls. */
  static final List<DocsArea> ALL =
      List.of(
          area("subjects", "Jobs (execution API)", "Enqueue, read, requeue and cancel jobs.")
              .of(ACTION + "(prepare|enqueue|requeue|cancel)|.*/execution/subjects.*"),
          area("claims", "Claims and leases", "Calls of workers: claim, start, report, end.")
              .of(
                  ACTION
                      + "(claim|start|progress|complete|fail|report-results|renew-lease|release-lease|expire-lease)"
                      + "|.*/execution/leases.*"),
          area("queues", "Queues", "Policies, waiting jobs and metrics of queues.")
              .of(ACTION + "[a-z]+-queue|.*/execution/(queues|items|metrics/).*"),
          area("workers", "Workers", "Register, heartbeat, drain, retire workers.")
              .of(ACTION + "[a-z]+-worker|.*/execution/workers.*"),
          area("holds", "Holds", "Hold a job for inspection, and release it.")
              .of(ACTION + "(release-)?hold|.*/execution/holds.*"),
          area("dead-letters", "Dead letters", "Permanently failed jobs and their resolution.")
              .of(ACTION + "(resolve-)?dead-letter|.*/execution/dead-letter.*"),
          area(
                  "outside",
                  "External work",
                  "Dispatch jobs to another system, and record its results.")
              .of(
                  ACTION
                      + "(dispatch-external|external-result|set-callback-secret)|.*/external/callbacks/.*"),
          area("jobs", "Jobs API", "The same queues in the terms of the jobs API.")
              .of("/api/v1/jobs.*"),
          area("workflows", "Workflows", "Jobs that depend on each other.")
              .of("/api/v1/workflows.*"),
          area("tasks", "Tasks", "Rooms, jobs and tasks for joblib workers.").of("/v1/joblib/.*"),
          area("trail", "Events and evidence", "Recorded actions as a list, a stream and a file.")
              .of(".*/execution/(events|actions|principals).*|/activity.*"),
          area("webhooks", "Webhooks", "Delivery of events to your address.")
              .of("/api/v1/webhooks.*"),
          area("access", "Access", "Tokens, sessions and the current user.")
              .of("/api/v1/(tokens|sessions|me).*|/log(in|out).*"),
          area("packs", "Packs", "Actions of packs, and the paths of their clients.")
              .of(ACTION + ".*|/api/v1/external/.*"),
          area("server", "Server", "Health, metrics and this reference.").of(".*"));

  String path() {
    return "/docs/api/" + id;
  }

  static DocsArea ofPath(String path) {
    return ALL.stream()
        .filter(area -> area.paths.matcher(path).matches())
        .findFirst()
        .orElseThrow();
  }

  private static Titled area(String id, String title, String about) {
    return paths -> new DocsArea(id, title, about, Pattern.compile(paths));
  }

  /** An area without its pattern. */
  private interface Titled {
    DocsArea of(String paths);
  }
}
