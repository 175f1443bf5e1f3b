package io.tapline.bench.contender;

import io.tapline.bench.host.BenchDatabase;
import java.util.List;

/**
 * A peer that is a Node.js library.
 *
 * @param script the script and its arguments
 * @param remaining whether {@code count} returns the remaining jobs instead of the completed ones
 * @param count query for the number of completed or remaining jobs
 */
public record NodePeer(
    NodeFolder folder,
    String name,
    String library,
    String settings,
    List<String> script,
    boolean remaining,
    String count)
    implements Contender.Entry {

  private static final String LEFT = "select count(*) from graphile_worker._private_jobs";

  /** The value of the performance page of graphile-worker. */
  private static final int CONCURRENT = 24;

  /** The peers that take one job at a time. */
  public static List<NodePeer> single(NodeFolder folder, int concurrent) {
    return List.of(graphile(folder, "graphile-worker", "plain", concurrent, "no batching"));
  }

  /** The peers that work in batches, and plain graphile-worker for comparison. */
  public static List<NodePeer> batch(NodeFolder folder) {
    return List.of(
        graphile(folder, "graphile-worker", "plain", CONCURRENT, "no batching"),
        graphile(
            folder,
            "graphile-worker batched",
            "batched",
            CONCURRENT,
            "local queue of 500, batched completion without delay"),
        new NodePeer(
            folder,
            "pg-boss",
            "pg-boss",
            "1 process, 2 workers, batches of 100, burst while full, listen/notify",
            List.of("pg-boss.mjs"),
            false,
            "select count(*) from pgboss.job where state = 'completed'"));
  }

  private static NodePeer graphile(
      NodeFolder folder, String name, String mode, int concurrent, String more) {
    return new NodePeer(
        folder,
        name,
        "graphile-worker",
        "1 process, " + concurrent + " concurrent jobs, " + more,
        List.of("graphile-worker.mjs", mode, Integer.toString(concurrent)),
        true,
        LEFT);
  }

  @Override
  public String version() {
    return folder.version(library);
  }

  @Override
  public Contender on(BenchDatabase database) {
    return new NodeContender(folder.script(script.toArray(String[]::new)), database);
  }

  @Override
  public String countDone(int jobs) {
    return remaining ? "select " + jobs + " - (" + count + ")" : count;
  }
}
