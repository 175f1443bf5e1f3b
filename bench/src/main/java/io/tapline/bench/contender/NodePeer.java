package io.tapline.bench.contender;

import io.tapline.bench.host.BenchDatabase;
import java.util.List;

/**
 * A peer that is a Node.js library.
 *
 * @param script what runs it, and its arguments
 * @param remaining whether done jobs are counted by what is left of all of them
 * @param count of the jobs that are done, or that are left
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

  /** What graphile-worker's performance page has. */
  private static final int CONCURRENT = 24;

  /** Those that take one job at a time. */
  public static List<NodePeer> single(NodeFolder folder, int concurrent) {
    return List.of(graphile(folder, "graphile-worker", "plain", concurrent, "no batching"));
  }

  /** Those that work in batches, and the plain one beside them. */
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
