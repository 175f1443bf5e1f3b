package io.tapline.api;

import java.time.Instant;
import java.util.List;

/**
 * Ancestors and descendants of an object.
 *
 * @param nodes the object first, then by distance
 * @param truncated whether there are more nodes beyond the requested depth or the limit
 */
public record LineageView(
    String subjectEuid, List<Node> nodes, List<Edge> edges, boolean truncated) {

  /**
   * An object.
   *
   * @param kind the noun of its template, such as specimen
   * @param state for jobs only
   * @param madeBy null if the creating action is unknown
   */
  public record Node(
      String euid,
      String templateCode,
      String name,
      String kind,
      ExecutionState state,
      Instant createdAt,
      MadeBy madeBy) {}

  /** The actor and action that created the object, with worker and lease. */
  public record MadeBy(
      String actor,
      String actionKey,
      String actionEuid,
      String workerEuid,
      String leaseEuid,
      String recordEuid,
      Instant at) {}

  /** The child was created from the parent. */
  public record Edge(String parent, String relationship, String child) {}
}
