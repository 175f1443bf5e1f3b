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

  public static List<NodePeer> all(NodeFolder folder) {
    return List.of(
        new NodePeer(
            folder,
            "graphile-worker",
            "graphile-worker",
            "1 process, 24 concurrent jobs, no batching",
            List.of("graphile-worker.mjs", "plain"),
            true,
            LEFT),
        new NodePeer(
            folder,
            "graphile-worker batched",
            "graphile-worker",
            "1 process, 24 concurrent jobs, local queue of 500, batched completion without delay",
            List.of("graphile-worker.mjs", "batched"),
            true,
            LEFT),
        new NodePeer(
            folder,
            "pg-boss",
            "pg-boss",
            "1 process, 2 workers, batches of 100, burst while full, listen/notify",
            List.of("pg-boss.mjs"),
            false,
            "select count(*) from pgboss.job where state = 'completed'"));
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
