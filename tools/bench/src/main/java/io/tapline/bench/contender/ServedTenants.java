package io.tapline.bench.contender;

import io.tapline.bench.host.ServeProcess;
import io.tapline.bench.site.HttpSite;
import java.util.function.Consumer;

/**
 * The tenant of a contender on a server, and a second tenant for the warm-up, whose jobs are not
 * counted.
 *
 * @param name name of the first tenant
 */
record ServedTenants(String name) {

  /** The tokens that the server needs. */
  String tokens() {
    return ServeProcess.token(token(), name) + ";" + ServeProcess.token(warmUpToken(), warmUp());
  }

  private String token() {
    return "t-" + name;
  }

  private String warmUp() {
    return name + "-warm-up";
  }

  private String warmUpToken() {
    return "t-" + warmUp();
  }

  HttpSite site(String address) {
    return new HttpSite(address, token());
  }

  /**
   * Runs jobs that are not counted.
   *
   * @param work completes all enqueued jobs
   */
  void warmUp(String address, int jobs, Consumer<HttpSite> work) {
    try (var other = new HttpSite(address, warmUpToken())) {
      for (int from = 0; from < jobs; from += Contender.ENQUEUE_BATCH) {
        other.enqueue(from, Math.min(Contender.ENQUEUE_BATCH, jobs - from));
      }
      work.accept(other);
    }
  }

  /** The query for the number of completed jobs. */
  String countDone() {
    return "select count(*) from tapline.instance_subject where exec_state = 'COMPLETED'"
        + " and tenant_id = (select uid from tapline.instance_registry"
        + " where tenant_id = 0 and object_key = '"
        + name
        + "')";
  }
}
