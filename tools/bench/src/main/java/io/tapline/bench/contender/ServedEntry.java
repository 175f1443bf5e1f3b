package io.tapline.bench.contender;

import io.tapline.bench.host.BenchDatabase;
import io.tapline.bench.host.LibraryVersion;
import io.tapline.bench.host.ServeProcess;
import io.tapline.bench.site.HttpSite;
import io.tapline.engine.Engine;

/**
 * A contender on a server in its own process. One tenant has its jobs, a second one those of the
 * warm-up, which are not counted.
 */
public interface ServedEntry extends Contender.Entry {

  /** The name of the tenant. */
  String tenant();

  /**
   * Opens the contender on a running server.
   *
   * @param stop stops the server, if the contender owns it
   */
  Contender on(HttpSite site, Runnable stop);

  /** Completes jobs that are enqueued at another site of the same server. */
  void workOff(HttpSite site, int jobs);

  @Override
  default String version() {
    return LibraryVersion.read(Engine.class, "io.tapline", "tapline-engine");
  }

  /** The tokens that the server needs. */
  default String tokens() {
    return ServeProcess.token(token(tenant()), tenant())
        + ";"
        + ServeProcess.token(token(warmUpTenant()), warmUpTenant());
  }

  private String warmUpTenant() {
    return tenant() + "-warm-up";
  }

  private static String token(String tenant) {
    return "t-" + tenant;
  }

  /** Opens the contender on a server that has its tokens. */
  default Contender on(String address, Runnable stop) {
    return on(new HttpSite(address, token(tenant())), stop);
  }

  @Override
  default Contender on(BenchDatabase database) {
    return on(database, 0);
  }

  @Override
  default Contender on(BenchDatabase database, int done) {
    var server = ServeProcess.start(database, tokens());
    if (done > 0) {
      warmUp(server.address(), done);
      // Autovacuum would otherwise clean up after the warm-up during the measurement.
      database.settle();
    }
    return on(server.address(), server::close);
  }

  /** Warms up the new JVM of the server with jobs of the other tenant. */
  default void warmUp(String address, int jobs) {
    try (var other = new HttpSite(address, token(warmUpTenant()))) {
      for (int from = 0; from < jobs; from += Contender.ENQUEUE_BATCH) {
        other.enqueue(from, Math.min(Contender.ENQUEUE_BATCH, jobs - from));
      }
      workOff(other, jobs);
    }
  }

  @Override
  default String countDone(int jobs) {
    return "select count(*) from tapline.instance_subject where exec_state = 'COMPLETED'"
        + " and tenant_id = (select uid from tapline.instance_registry"
        + " where tenant_id = 0 and object_key = '"
        + tenant()
        + "')";
  }
}
