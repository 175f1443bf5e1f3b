package io.tapline.server.openapi;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Calls that belong together: a tag of the OpenAPI document, and a part of the menu of the
 * reference.
 *
 * @param paths pattern for the path of a call; the first area that matches contains the call
 */
record ApiArea(String title, String about, Pattern paths) {

  private static final String ACTION = ".*/execution/actions/";

  /** All areas in the order of the menu; the last one contains all remaining calls. */
  static final List<ApiArea> ALL =
      List.of(
          area("Jobs (execution API)", "Enqueue, read, requeue and cancel jobs.")
              .of(ACTION + "(prepare|enqueue|requeue|cancel)|.*/execution/subjects.*"),
          area("Claims and leases", "Calls of workers: claim, start, report, end.")
              .of(
                  ACTION
                      + "(claim|start|progress|complete|fail|report-results|renew-lease|release-lease|expire-lease)"
                      + "|.*/execution/leases.*"),
          area("Queues", "Policies, waiting jobs and metrics of queues.")
              .of(ACTION + "[a-z]+-queue|.*/execution/(queues|items|metrics/).*"),
          area("Workers", "Register, heartbeat, drain, retire workers.")
              .of(ACTION + "[a-z]+-worker|.*/execution/workers.*"),
          area("Holds", "Hold a job for inspection, and release it.")
              .of(ACTION + "(release-)?hold|.*/execution/holds.*"),
          area("Dead letters", "Permanently failed jobs and their resolution.")
              .of(ACTION + "(resolve-)?dead-letter|.*/execution/dead-letter.*"),
          area("External work", "Dispatch jobs to another system, and record its results.")
              .of(
                  ACTION
                      + "(dispatch-external|external-result|set-callback-secret)|.*/external/callbacks/.*"),
          area("Jobs API", "The same queues in the terms of the jobs API.").of("/api/v1/jobs.*"),
          area("Workflows", "Jobs that depend on each other.").of("/api/v1/workflows.*"),
          area("Tasks", "Rooms, jobs and tasks for joblib workers.").of("/v1/joblib/.*"),
          area("Events and evidence", "Recorded actions as a list, a stream and a file.")
              .of(".*/execution/(events|actions|principals).*|/activity.*"),
          area("Webhooks", "Delivery of events to your address.").of("/api/v1/webhooks.*"),
          area("Access", "Tokens, sessions and the current user.")
              .of("/api/v1/(tokens|sessions|me).*|/log(in|out).*"),
          area("Packs", "Actions of packs, and the paths of their clients.")
              .of(ACTION + ".*|/api/v1/external/.*"),
          area("Server", "Health, metrics and this reference.").of(".*"));

  static ApiArea ofPath(String path) {
    return ALL.stream()
        .filter(area -> area.paths.matcher(path).matches())
        .findFirst()
        .orElseThrow();
  }

  private static Titled area(String title, String about) {
    return paths -> new ApiArea(title, about, Pattern.compile(paths));
  }

  /** An area without its pattern. */
  private interface Titled {
    ApiArea of(String paths);
  }
}
