package io.tapline.api;

import java.time.Instant;
import java.util.List;

/**
 * What a subject was made from and what was made from it.
 *
 * @param nodes the subject first, then the nearest first
 * @param truncated there is more, beyond the depth that was asked for or the most that is shown
 */
public record LineageView(
    String subjectEuid, List<Node> nodes, List<Edge> edges, boolean truncated) {

  /**
   * A thing.
   *
   * @param kind its template's own word, such as specimen
   * @param state for work
   * @param madeBy null when no action is known that made it
   */
  public record Node(
      String euid,
      String templateCode,
      String name,
      String kind,
      ExecutionState state,
      Instant createdAt,
      MadeBy madeBy) {}

  /** Who made it, by which action, and as which worker under which lease. */
  public record MadeBy(
      String actor,
      String actionKey,
      String actionEuid,
      String workerEuid,
      String leaseEuid,
      String recordEuid,
      Instant at) {}

  /** The child was made from the parent. */
  public record Edge(String parent, String relationship, String child) {}
}
