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
          area("subjects", "Subjects", "Pieces of work: put in, look at, requeue, cancel.")
              .of(ACTION + "(prepare|enqueue|requeue|cancel)|.*/execution/subjects.*"),
          area("claims", "Claims and leases", "What a worker does: claim, start, report, end.")
              .of(
                  ACTION
                      + "(claim|start|progress|complete|fail|report-results|renew-lease|release-lease|expire-lease)"
                      + "|.*/execution/leases.*"),
          area("queues", "Queues", "Policies of queues, what waits in them and how they go.")
              .of(ACTION + "[a-z]+-queue|.*/execution/(queues|items|metrics/).*"),
          area("workers", "Workers", "Who works: register, heartbeat, drain, retire.")
              .of(ACTION + "[a-z]+-worker|.*/execution/workers.*"),
          area("holds", "Holds", "Stop a subject for a person to look at, and let it go again.")
              .of(ACTION + "(release-)?hold|.*/execution/holds.*"),
          area(
                  "dead-letters",
                  "Dead letters",
                  "Work that failed for good, and what is done about it.")
              .of(ACTION + "(resolve-)?dead-letter|.*/execution/dead-letter.*"),
          area(
                  "outside",
                  "Work done outside",
                  "Dispatch to another system, and take its result back.")
              .of(
                  ACTION
                      + "(dispatch-external|external-result|set-callback-secret)|.*/external/callbacks/.*"),
          area("jobs", "Jobs", "The same queue in the words of the jobs API.").of("/api/v1/jobs.*"),
          area("workflows", "Workflows", "Jobs that wait for each other.")
              .of("/api/v1/workflows.*"),
          area("tasks", "Tasks", "Rooms, jobs and tasks for workers of the joblib kind.")
              .of("/v1/joblib/.*"),
          area("trail", "Events and evidence", "What happened, as a list, a stream and a file.")
              .of(".*/execution/(events|actions|principals).*|/activity.*"),
          area("webhooks", "Webhooks", "Events, sent to an address of yours.")
              .of("/api/v1/webhooks.*"),
          area("access", "Access", "Tokens, sessions, and who is asking.")
              .of("/api/v1/(tokens|sessions|me).*|/log(in|out).*"),
          area("packs", "Packs", "Actions that a pack brings, and its own clients' paths.")
              .of(ACTION + ".*|/api/v1/external/.*"),
          area("server", "The server itself", "Health, metrics, and this reference.").of(".*"));

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
